// What the documents and the tests of apps use of the conformance suites.
export { PROVIDERS_UNDER_TEST, subjectsOf } from '../providers.ts';
export { documentFilledFields } from './filled-fields.ts';
export { openFakeUpstream, type FakeUpstream } from './upstream.ts';
