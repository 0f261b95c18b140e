// Technologies by query: a page has one if it fulfils its query.
export { createQueryDetector, type QueriedPage, type QueryDetector } from './query-detector.ts';
export { faultOfQuery, faultOfVersion } from './query-fault.ts';
export { digestOfQuery, type QueryTechnology } from './query-technology.ts';
export { takenTechnologies } from './search-technologies.ts';
export { searchFor } from './stored-pages.ts';
