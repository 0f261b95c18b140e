import { readFileSync } from 'node:fs';
import { canonicalDomain, foldSite, type PageFacts, type PageRecord } from '@sitegrep/site';
import { type Counts, type FactBench, isHeldOut, precisionOf, recallOf } from './fact.ts';

const GOALS = { precision: 0.95, recall: 0.8 } as const;
const LABELS_FILE = new URL('./country-labels.json', import.meta.url);

/** Country of a site according to a reader of its pages. */
export interface CountryLabel {
  /** ISO 3166-1 alpha-2; null if the pages show none. */
  readonly country: string | null;
  /** Whether the pages show it. Otherwise it is known from elsewhere, and a miss does not count. */
  readonly isShown: boolean;
}

/** Labels by domain: `DE`, `(DE)` if it is known from elsewhere, or null. */
export function readCountryLabels(): ReadonlyMap<string, CountryLabel> {
  const written = JSON.parse(readFileSync(LABELS_FILE, 'utf8')) as Readonly<Record<string, string | null>>;
  return new Map(
    Object.entries(written).map(([domain, text]) => [
      domain,
      { country: text?.replaceAll(/[()]/g, '') ?? null, isShown: text !== null && !text.startsWith('(') },
    ]),
  );
}

interface Tally {
  sites: number;
  right: number;
  readonly wrong: string[];
  readonly missed: string[];
}

/** Compares the country of labelled sites with what a reader says. @param errors errors of each half that are listed */
export function countryBench(errors: number): FactBench {
  const labels = readCountryLabels();
  const pages = new Map<string, PageRecord[]>();

  const tallies = (): readonly (readonly [half: string, tally: Tally])[] => {
    const [tuned, heldOut] = [emptyTally(), emptyTally()];
    for (const [domain, records] of pages) {
      const label = labels.get(domain);
      if (label !== undefined) tally(isHeldOut(domain) ? heldOut : tuned, domain, records, label);
    }
    return [
      ['tuned', tuned],
      ['held out', heldOut],
    ];
  };

  return {
    name: 'country',
    add: ({ page, extracted: { facts } }) => {
      const domain = canonicalDomain(page.url);
      if (domain === null || !labels.has(domain)) return;
      const record = recordOf(page.url, facts);
      const records = pages.get(domain);
      if (records === undefined) pages.set(domain, [record]);
      else records.push(record);
    },
    report: () => [
      `${'half'.padEnd(10)}  sites  shown  asserted  precision  recall`,
      ...tallies().flatMap(([half, each]) => [
        line(half, each),
        ...each.wrong.slice(0, errors).map((text) => `    wrong   ${text}`),
        ...each.missed.slice(0, errors).map((text) => `    missed  ${text}`),
      ]),
      `goals: precision ${GOALS.precision}, recall ${GOALS.recall}`,
    ],
    figures: () => ({
      goals: GOALS,
      halves: tallies().map(([half, each]) => ({
        half,
        sites: each.sites,
        ...countsOf(each),
        precision: precisionOf(countsOf(each)),
        recall: recallOf(countsOf(each)),
      })),
    }),
  };
}

function recordOf(url: string, facts: Omit<PageFacts, 'technologies'>): PageRecord {
  const ofPage: PageFacts = { ...facts, technologies: [] };
  return { url, fetchedAt: 0, charset: 'utf-8', truncated: false, source: '', facts: ofPage };
}

function emptyTally(): Tally {
  return { sites: 0, right: 0, wrong: [], missed: [] };
}

function tally(into: Tally, domain: string, records: readonly PageRecord[], label: CountryLabel): void {
  const { countryIsoCode: found, countryEvidence } = foldSite(domain, records, { maxSiteBytes: 1 }).facts;
  const why = countryEvidence
    .map(({ source, value, country }) => `${source} ${country} (${value})`)
    .join(', ');
  const text = `${domain}: ${found} instead of ${label.country}${why === '' ? '' : `; ${why}`}`;
  into.sites++;
  if (found !== null && found === label.country) into.right++;
  else if (found !== null) into.wrong.push(text);
  if (label.isShown && found !== label.country) into.missed.push(text);
}

/** A site that is given another country is both wrong and missed. */
function countsOf({ right, wrong, missed }: Tally): Counts {
  return { right, wrong: wrong.length, missed: missed.length };
}

function line(half: string, each: Tally): string {
  const counts = countsOf(each);
  const shown = counts.right + counts.missed;
  const columns = [
    half.padEnd(10),
    String(each.sites).padStart(5),
    String(shown).padStart(5),
    String(counts.right + counts.wrong).padStart(8),
    precisionOf(counts).toFixed(3).padStart(9),
    recallOf(counts).toFixed(3).padStart(6),
  ];
  return columns.join('  ');
}
