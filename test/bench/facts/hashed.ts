import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalDomain } from '@sitegrep/site';
import { type Counts, type FactBench, isHeldOut, precisionOf, recallOf } from './fact.ts';

const GOALS: Goals = { precision: 0.97, recall: 0.97 };

interface Goals {
  readonly precision: number;
  readonly recall: number;
}

/**
 * Values of labelled pages by address: the first 12 hexadecimal digits of the SHA-256 of each, because many are names of
 * persons.
 */
type HashedLabels = Readonly<Record<string, readonly string[]>>;

export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 12);
}

/** A fact that is a list of values, of which each label is the hash. */
export interface HashedFact {
  readonly name: string;
  /** Labels: a JSON file in this folder. */
  readonly file: string;
  /** Absent: 0.97 both. */
  readonly goals?: Goals;
  readonly valuesOf: (facts: Parameters<FactBench['add']>[0]['extracted']['facts']) => readonly string[];
}

export function readHashedLabels(file: string): HashedLabels {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as HashedLabels;
}

interface Tally {
  pages: number;
  right: number;
  readonly wrong: string[];
  readonly missed: string[];
}

/**
 * Compares a list of labelled pages with what a reader says belongs to the owner of the site.
 *
 * @param errors errors of each half that are listed; what was missed is named by its hash
 */
export function hashedBench({ name, file, goals = GOALS, valuesOf }: HashedFact, errors: number): FactBench {
  const labels = readHashedLabels(file);
  const halves: Readonly<Record<'tuned' | 'held out', Tally>> = {
    tuned: { pages: 0, right: 0, wrong: [], missed: [] },
    'held out': { pages: 0, right: 0, wrong: [], missed: [] },
  };

  return {
    name,
    add: ({ page: { url }, extracted: { facts } }) => {
      const truth = labels[url];
      if (truth === undefined) return;
      const tally = halves[isHeldOut(canonicalDomain(url) ?? url) ? 'held out' : 'tuned'];
      tally.pages++;
      const missed = new Set(truth);
      for (const value of valuesOf(facts)) {
        if (missed.delete(hashOf(value))) tally.right++;
        else tally.wrong.push(`${url} ${value}`);
      }
      for (const hash of missed) tally.missed.push(`${url} ${hash}`);
    },
    report: () => [
      `${'half'.padEnd(10)}  pages  values  precision  recall`,
      ...Object.entries(halves).flatMap(([half, each]) => [
        line(half, each),
        ...each.wrong.slice(0, errors).map((text) => `    wrong   ${text}`),
        ...each.missed.slice(0, errors).map((text) => `    missed  ${text}`),
      ]),
      `goals: precision ${goals.precision}, recall ${goals.recall}`,
    ],
    figures: () => ({
      goals,
      halves: Object.entries(halves).map(([half, each]) => ({
        half,
        pages: each.pages,
        ...countsOf(each),
        precision: precisionOf(countsOf(each)),
        recall: recallOf(countsOf(each)),
      })),
    }),
  };
}

function countsOf({ right, wrong, missed }: Tally): Counts {
  return { right, wrong: wrong.length, missed: missed.length };
}

function line(half: string, each: Tally): string {
  const counts = countsOf(each);
  const columns = [
    half.padEnd(10),
    String(each.pages).padStart(5),
    String(counts.right + counts.missed).padStart(6),
    precisionOf(counts).toFixed(3).padStart(9),
    recallOf(counts).toFixed(3).padStart(6),
  ];
  return columns.join('  ');
}
