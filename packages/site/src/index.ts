// What a page, a site and the end of a crawl are. Values and pure functions only; all other packages use these types.
export { textBeside, TEXTS_BESIDE, type AnswerTexts, type TextBeside } from './answer-texts.ts';
export { binaryFormatOf } from './binary-format.ts';
export {
  PHONE_KINDS,
  uniqueAddresses,
  type ContactSource,
  type EmailAddress,
  type OnPage,
  type PhoneKind,
  type PhoneNumber,
  type PostalAddress,
  type SocialProfile,
} from './contact-facts.ts';
export { COUNTRY_CODES, LANGUAGE_CODES } from './codes.ts';
export { countryOf } from './country.ts';
export {
  canonicalDomain,
  canonicalHost,
  hasKnownSuffix,
  isRegistrySuffix,
  readBlockableDomain,
  readDomain,
  registrableDomain,
  selfAndParents,
  type NamedDomain,
} from './domain.ts';
export { DNS_TYPES, dnsText, dnsValues, type DnsRecords, type DnsType } from './dns-records.ts';
export {
  comparisonOf,
  DOMAIN_FIELDS,
  DOMAIN_FIELD_NAMES,
  fieldValue,
  isOrderField,
  isTextField,
  ORDER_FIELDS,
  orderValues,
  RECORD_FIELDS,
  SEARCH_RESULT_FIELDS,
  sortValue,
  type Comparison,
  type DomainField,
  type FieldKind,
  type FieldValues,
  type KnownDomain,
  type OrderField,
  type OrderValues,
  type RecordField,
  type SortValue,
  type TextField,
} from './domain-fields.ts';
export {
  fieldOfName,
  ownName,
  specifiedName,
  type FieldNaming,
  type SpecifiedName,
} from './specified-names.ts';
export type {
  AddOn,
  CountryEvidence,
  CountrySource,
  DetectedFacts,
  DetectedTechnology,
  PageFacts,
  SiteFacts,
  TechnologyTree,
} from './facts.ts';
export { foldSite } from './fold.ts';
export {
  cancelledSite,
  endOf,
  leftOutIn,
  leftOutReason,
  OUTCOMES,
  type Outcome,
  type Redirect,
  type SiteResult,
} from './outcome.ts';
export { OUTCOME_HELP } from './outcome-help.ts';
export {
  HOST_KINDS,
  HOST_KIND_NAMES,
  hostOfLabel,
  MAX_HOSTS,
  reversedHost,
  THIRD_PARTY,
  uniqueHosts,
  type HostKind,
  type LabelledHost,
  type NamedHost,
} from './loaded-hosts.ts';
export { compareCodePoints } from './order.ts';
export { HAS } from './has.ts';
export {
  ROBOTS_VERDICTS,
  type AgentVerdict,
  type AgentVerdicts,
  type RobotsVerdict,
  type SiteAnswers,
  type SiteCertificate,
  type SiteFile,
  type SiteIcon,
} from './site-answers.ts';
export { STAND_INS, type StandIn } from './stand-ins/kinds.ts';
export { SHOWN_VALUES, shownFields, type ShownValues } from './shown-fields.ts';
export { standInOf, type RecognisedStandIn } from './stand-ins/stand-in.ts';
export {
  CHANGE_KINDS,
  isOfOutcome,
  kindedLabel,
  partsOfKinded,
  RECORDED_LABELS,
  type ChangeKind,
  type KindedLabel,
  type RecordedLabel,
} from './history/kinds.ts';
export { shownLabel, shownLabels, type ShownLabels } from './history/shown-labels.ts';
export {
  captureOf,
  countLooked,
  HOME,
  kindedLabels,
  pagelessVisit,
  visitOf,
  withRank,
  type PageKey,
  type Visit,
  type VisitSource,
} from './history/visit.ts';
export { NO_HISTORY, repeatedVisit, withVisits, type History, type PastVisit } from './history/history.ts';
export { heldOf, lastShown } from './history/held.ts';
export { historyIn, historyText } from './history/history-text.ts';
export {
  changesOf,
  intervalsOf,
  RECORD_REASONS,
  type Change,
  type ChangeReason,
  type ChangeRecord,
  type Interval,
  type RecordReason,
} from './history/changes.ts';
export { LABELS, labelsOf, type Label, type LabelledDocument, type Labels } from './labels.ts';
export {
  OWNER_PAGE_KINDS,
  mayNameOwnerPage,
  ownerPageByText,
  ownerPageByUrl,
  type OwnerLink,
  type OwnerPageKind,
} from './owner-pages.ts';
export {
  pageDigest,
  PRODUCT,
  RENDER_MODES,
  SCREENSHOT_SIZES,
  screenshotBytes,
  shownSource,
  validatorsOf,
  withTexts,
  writtenLength,
  type DomainDocument,
  type Page,
  type PageRecord,
  type PageRefresh,
  type PageVersion,
  type RenderedSource,
  type RenderMode,
  type Screenshot,
  type ScreenshotSize,
  type Validators,
} from './page.ts';
export {
  isRecord,
  outlineOf,
  type FoldedSite,
  type PageOutline,
  type SiteOutline,
  type SitePage,
} from './outline.ts';
export { PAGE_OUTCOMES, type PageOutcome } from './page-outcome.ts';
export { Phrases, wordsOf } from './phrases.ts';
export { cutToBytes, homeFirst, mergePages } from './pages.ts';
export { profileKey } from './profiles.ts';
export { linkTargets, referrerRank } from './referrers.ts';
export {
  LEGAL_PAGE_KINDS,
  WEEKDAYS,
  type AppLink,
  type Feed,
  type LegalLink,
  type LegalPageKind,
  type OpeningHours,
  type PaymentMark,
  type RegistrationNumber,
  type SiteImage,
  type StatedFacts,
  type StatedText,
  type Weekday,
} from './stated-facts.ts';
export {
  encodeSource,
  sourceBytes,
  sourceText,
  type EncodedSource,
  type Source,
  type SourceLayout,
  type TechnologySignals,
} from './source.ts';
export { uniqueOf } from './summary/first-values.ts';
export { versionLabel } from './summary/page-labels.ts';
export {
  conclude,
  joinSummaries,
  summaryOf,
  type Conclusions,
  type SiteSummary,
} from './summary/site-summary.ts';
export { EVIDENCE_FIELDS, type EvidenceField, type TechnologyEvidence } from './technology-evidence.ts';
export { isTelling, TELLING_FIELDS } from './telling-fields.ts';
export {
  bySource,
  VERSION_SOURCES,
  versionsOf,
  type SeenVersion,
  type VersionSource,
} from './technology-versions.ts';
export { formatTimestamp, parseTimestamp, TIMESTAMP_FORMS } from './timestamp.ts';
export { ALLOW_ALL, parseRobots, type RobotsRules } from './robots/rules.ts';
export { AGENT_PURPOSES, KNOWN_AGENTS, type AgentPurpose } from './robots/agents.ts';
export { verdictsOn } from './robots/verdicts.ts';
export {
  collectedAnswers,
  withAnswers,
  withoutAnswers,
  type CollectedAnswers,
} from './well-known/collected.ts';
export {
  FILE_NAMES,
  isFileName,
  MAX_FILE_BYTES,
  WELL_KNOWN_FILES,
  withoutText,
  type FileAnswer,
  type FileName,
} from './well-known/files.ts';
export { fileText, filesIn, joinedFiles, type FileWithText } from './well-known/file-text.ts';
export { judgeFile, mayBeReal } from './well-known/judge.ts';
export { llmsOutline, type LlmsOutline } from './well-known/sections.ts';
export { securityFields, type SecurityFields } from './well-known/security.ts';
export { sellersIn, type Sellers } from './well-known/sellers.ts';
