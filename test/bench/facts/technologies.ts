import { readFileSync } from 'node:fs';
import { createDetector, loadFingerprints } from '@sitegrep/technologies';
import { type Counts, type FactBench, precisionOf, recallOf, sumOf } from './fact.ts';
import { readPlainPage } from './plain-page.ts';
import { RULES, technologiesOf } from './technology-rules.ts';

/** Number of technologies for which the goals count: the most common ones of the capture. */
const GATED = 80;
const GOALS = { precision: 0.97, recall: 0.95 } as const;

/** Technologies of one page, read by eye: those that the rules get wrong, or all. */
interface Labels {
  /** Address of the page by which a capture names it. */
  readonly url: string;
  /** Technologies of the rules that the page has. */
  readonly present: readonly string[];
  /** Whether `present` is complete: the others of the rules are absent then. */
  readonly isComplete: boolean;
  /** Technologies of the rules that the page does not have. */
  readonly absent?: readonly string[];
  /** Whether fingerprints are not to be mended by what this page shows; its figures stand apart. */
  readonly heldOut?: true;
}

const LABELS_FILE = new URL('./technology-labels.json', import.meta.url);

export function readLabels(): readonly Labels[] {
  return JSON.parse(readFileSync(LABELS_FILE, 'utf8')) as readonly Labels[];
}

/** The technologies that a page has: by the rules, corrected by what was read by eye. */
export function truthOf(byRules: ReadonlySet<string>, labels: Labels | undefined): ReadonlySet<string> {
  if (labels === undefined) return byRules;
  const present = new Set(labels.present);
  return labels.isComplete ? present : byRules.union(present).difference(new Set(labels.absent));
}

interface Tally {
  right: number;
  readonly wrong: string[];
  readonly missed: string[];
}

/** Compares detection with the rules and the labels. @param errors errors of each technology that are listed */
export function technologiesBench(errors: number): FactBench {
  const detector = createDetector(loadFingerprints());
  const labels = new Map(readLabels().map((each) => [each.url, each]));
  const tallies = new Map<string, Tally>(RULES.map(([name]) => [name, { right: 0, wrong: [], missed: [] }]));
  const byEye = new Map<string, Tally>(RULES.map(([name]) => [name, { right: 0, wrong: [], missed: [] }]));
  const heldOut = new Map<string, Tally>(RULES.map(([name]) => [name, { right: 0, wrong: [], missed: [] }]));
  const labelled = new Set<string>();
  const labelledHeldOut = new Set<string>();

  const rows = (): readonly (Counts & { readonly name: string; readonly tally: Tally })[] =>
    [...tallies]
      .map(([name, tally]) => ({ name, tally, ...countsOf(tally) }))
      .sort((a, b) => b.right + b.missed - a.right - a.missed);
  const sum = (of: ReadonlyMap<string, Tally>): Counts => sumOf([...of.values()].map(countsOf));

  return {
    name: 'technologies',
    add: ({ page, extracted: { signals } }) => {
      const label = labels.get(page.url);
      const byRules = technologiesOf(readPlainPage(page.url, page.headers, signals.html));
      const truth = truthOf(byRules, label);
      const found = new Set(detector.detect(signals).map(({ name }) => name));
      tally(tallies, truth, found, page.url);
      if (label?.isComplete !== true) return;
      labelled.add(page.url);
      tally(byEye, truth, found, page.url);
      if (label.heldOut !== true) return;
      labelledHeldOut.add(page.url);
      tally(heldOut, truth, found, page.url);
    },
    report: () => {
      const all = rows();
      const common = all.slice(0, GATED);
      return [
        `${'technology'.padEnd(34)}   pages  precision  recall`,
        ...all.flatMap(({ tally: { wrong, missed }, ...row }) => [
          line(row.name, row),
          ...wrong.slice(0, errors).map((url) => `    wrong   ${url}`),
          ...missed.slice(0, errors).map((url) => `    missed  ${url}`),
        ]),
        '',
        line(`the ${common.length} most common together`, sumOf(common)),
        line(`${labelled.size} pages read by eye`, sum(byEye)),
        line(`${labelledHeldOut.size} of them held out`, sum(heldOut)),
        `goals: precision ${GOALS.precision}, recall ${GOALS.recall}: ${isReached(sumOf(common)) ? 'reached' : 'not reached'}`,
      ];
    },
    figures: () => {
      const all = rows();
      const common = sumOf(all.slice(0, GATED));
      return {
        mostCommon: { technologies: Math.min(GATED, all.length), ...figuresOf(common) },
        readByEye: { pages: labelled.size, ...figuresOf(sum(byEye)) },
        heldOut: { pages: labelledHeldOut.size, ...figuresOf(sum(heldOut)) },
        technologies: Object.fromEntries(all.map((row) => [row.name, figuresOf(row)])),
      };
    },
  };
}

function tally(
  tallies: ReadonlyMap<string, Tally>,
  truth: ReadonlySet<string>,
  found: ReadonlySet<string>,
  url: string,
): void {
  for (const [name, counts] of tallies) {
    if (truth.has(name) && found.has(name)) counts.right++;
    else if (truth.has(name)) counts.missed.push(url);
    else if (found.has(name)) counts.wrong.push(url);
  }
}

function countsOf({ right, wrong, missed }: Tally): Counts {
  return { right, wrong: wrong.length, missed: missed.length };
}

function figuresOf(counts: Counts): object {
  const { right, wrong, missed } = counts;
  return {
    right,
    wrong,
    missed,
    precision: rounded(precisionOf(counts)),
    recall: rounded(recallOf(counts)),
  };
}

function line(name: string, counts: Counts): string {
  const pages = String(counts.right + counts.missed).padStart(7);
  const [precision, recall] = [precisionOf(counts), recallOf(counts)].map((share) => share.toFixed(3));
  return `${name.padEnd(34)} ${pages}      ${precision}   ${recall}`;
}

function isReached(counts: Counts): boolean {
  return precisionOf(counts) >= GOALS.precision && recallOf(counts) >= GOALS.recall;
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
