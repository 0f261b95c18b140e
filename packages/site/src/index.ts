// What a page, a site and the end of a crawl are. Values and pure functions only; every other room speaks in these.
export { countryOf } from './country.ts';
export { canonicalDomain, registrableDomain } from './domain.ts';
export type { DomainDocument } from './document.ts';
export type { CountryEvidence, DetectedTechnology, PageFacts, SiteFacts, TechnologyTree } from './facts.ts';
export { foldSite, type FoldLimits } from './fold.ts';
export { mergePages } from './merge.ts';
export { OUTCOMES, type Outcome, type Redirect, type SiteResult } from './outcome.ts';
export type { Page, PageRecord } from './page.ts';
export type { SourceLayout, TechnologySignals } from './signals.ts';
