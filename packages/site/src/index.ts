// What a page, a site and the end of a crawl are. Values and pure functions only; every other room speaks in these.
export { cancelledSite } from './cancelled-site.ts';
export { countryOf } from './country.ts';
export { canonicalDomain, registrableDomain, selfAndParents } from './domain.ts';
export type { DomainDocument } from './document.ts';
export type { CountryEvidence, DetectedTechnology, PageFacts, SiteFacts, TechnologyTree } from './facts.ts';
export { foldSite, type FoldLimits } from './fold.ts';
export { homeFirst } from './home.ts';
export { linkTargets } from './link-targets.ts';
export { mergePages } from './merge.ts';
export { readBlockableDomain, readDomain, type NamedDomain } from './named-domain.ts';
export { OUTCOMES, type Outcome, type Redirect, type SiteResult } from './outcome.ts';
export { opensLikeOther } from './other-openings.ts';
export {
  OWNER_PAGE_KINDS,
  ownerPageByText,
  ownerPageByUrl,
  type OwnerLink,
  type OwnerPageKind,
} from './owner-pages.ts';
export type { Page, PageRecord, PageVersion, Validators } from './page.ts';
export { PRODUCT } from './product.ts';
export { referrerRank } from './referrer-rank.ts';
export { pageDigest, validatorsOf } from './page-version.ts';
export type { SourceLayout, TechnologySignals } from './signals.ts';
export { encodeSource, sourceBytes, sourceText, type EncodedSource, type Source } from './source.ts';
