// What of the conformance suites is of use without a test runner: the documentation is made from it.
export { documentFilledFields } from './filled-fields.ts';
