// A small invented web for trial crawls and first searches: self-written sites under reserved names, served on loopback or as
// captures, and the expected results of a crawl and of searches.
export { SEARCHES, type SampleSearch } from './searches.ts';
export { capturedSamples, SAMPLE_QUERIES, sampleDomains } from './samples.ts';
export { serveSampleWeb, type SampleWeb } from './server.ts';
export { SAMPLE_CRAWL, type Expectation, type SampleSite } from './site.ts';
