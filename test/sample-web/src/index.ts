// A small invented web to try a crawl on: self-written sites under reserved names, served on loopback, and what a crawl
// and a search of them must give.
export { SEARCHES, type SampleSearch } from './searches.ts';
export { serveSampleWeb, type SampleWeb } from './server.ts';
export { SAMPLE_CRAWL, type Expectation, type SampleSite } from './site.ts';
