// What of the conformance suites is of use elsewhere: the documentation is made from it, and whoever opens providers can
// ask them of the upstreams that their adapters are tested with.
export { documentFilledFields } from './filled-fields.ts';
export type { Subject } from './subject.ts';
export { SUBJECTS } from './subjects.ts';
export { openFakeUpstream, type FakeUpstream, type Replies } from './upstream.ts';
