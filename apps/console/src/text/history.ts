// Texts about changes of sites over time.
import type { LabelInterval } from '@sitegrep/client';

export type LabelKind = LabelInterval['kind'];

/** Kinds of what changes at a site, those first that say something of the whole site. */
export const KIND_NAMES: Readonly<Record<LabelKind, string>> = {
  outcome: 'Outcome',
  moved_to: 'Moved to',
  title: 'Title',
  description: 'Description',
  rank: 'Rank',
  tech: 'Technology',
  tech_version: 'Version of a technology',
  category: 'Category',
  plugin: 'WordPress plugin',
  plugin_version: 'Version of a plugin',
  theme: 'WordPress theme',
  theme_version: 'Version of a theme',
  host: 'Host',
  email: 'E-mail address',
  country: 'Country',
  language: 'Declared language',
  content_language: 'Detected language',
  kind: 'Kind of stand-in',
  generator: 'Generator',
  charset: 'Charset',
  header: 'Header field',
  header_value: 'Value of a header field',
  cookie: 'Cookie',
  file: 'Well-known file',
  agent: 'Verdict on an agent',
  cert_issuer: 'Issuer of the certificate',
  cert_name: 'Name of the certificate',
  cert_expires: 'End of the certificate',
  tls: 'TLS',
  icon: 'Icon',
  icon_hash: 'Look of the icon',
};

export const KINDS = Object.keys(KIND_NAMES) as readonly LabelKind[];

export const CHANGES_TEXT = {
  title: 'Changes',
  examples: [
    ['of the last 30 days', 'at:<30d'],
    ['sites that got a technology', 'added:tech:Shopify'],
    ['sites that dropped a host', 'removed:host:*.example.com'],
    ['sites that are gone', 'added:outcome:gone'],
    ['found by new fingerprints', 'by:detector'],
  ],
  counted: 'Count what was added and removed by',
  added: (kind: string) => `Added: ${kind}`,
  removed: (kind: string) => `Removed: ${kind}`,
  month: 'Month',
  by: 'Cause',
  ofDomains: (title: string) => `${title} (domains)`,
  before: (day: string) => `, after the visit of ${day}`,
  noneYet: 'No change yet',
  noneYetHint:
    'Changes come with the second visit of a site: crawl sites again, or import captures of other days.',
  noneYetCause: 'Something that a site lost counts as gone once two visits in a row missed it.',
  noMatchHint:
    'Every condition must hold: added: and removed: for one change, at: for its time, and all others for the domain as it is now. Changes that new fingerprints found are left out unless you ask for by:any.',
} as const;

export const HISTORY_TEXT = {
  kind: 'Labels',
  allKinds: 'of all kinds',
  all: 'Also what never changed',
  label: 'Label',
  first: 'First seen',
  last: 'Last seen',
  now: 'Now',
  overTime: 'Over time',
  when: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  visit: 'visit',
  labels: 'label',
  shown: (shown: string, all: string) => `${shown} of ${all} labels`,
  there: 'there',
  thereSince: 'there since',
  back: 'back since',
  gone: 'gone since',
  missed: 'missed once, on',
  over: 'no longer since',
  detector: 'by newer fingerprints',
  hint: 'A thick bar is from visit to visit that showed the label. It goes on as a line while no visit missed it. Strokes are visits.',
  noneYet: 'No change yet',
  noneYetHint:
    'Changes come with the second visit of a site: crawl it again, or import captures of other days.',
  noChange: 'Nothing changed',
  noChangeHint: 'No visit since the first one added or removed a label.',
  noneOfKind: 'Nothing of this kind changed.',
  none: 'Nothing of this kind was seen.',
  visits: 'Visits',
  time: 'Time',
  source: 'Source',
  sources: { crawl: 'crawl', captures: 'imported captures', analysis: 'stored pages, analysed anew' },
  pages: 'Pages',
  whole: 'the whole site',
} as const;
