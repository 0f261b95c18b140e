// What was found on a page or a site beside what a reader of it says, and how good that is.
import { createHash } from 'node:crypto';

/** The values of one fact of a page or a site, of one half of the labels. */
export interface Judged {
  readonly half: string;
  readonly name: string;
  readonly truth: ReadonlySet<string>;
  readonly found: readonly string[];
  /** Evidence of what was found, for the list of errors. */
  readonly why?: string;
  /** Whether a value that was not found counts: it is shown there, and not only known from elsewhere. */
  readonly isShown?: boolean;
}

export interface Goals {
  readonly precision: number;
  readonly recall: number;
}

export interface Quality {
  readonly half: string;
  /** Pages, or sites. */
  readonly judged: number;
  readonly right: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  /** Share of what is asserted that is true; 1 if nothing is asserted. */
  readonly precision: number;
  /** Share of what is true that is asserted; 1 if nothing is true. */
  readonly recall: number;
}

/** Quality of each half. A value in place of another one is both wrong and missed. */
export function qualityOf(all: readonly Judged[]): readonly Quality[] {
  const halves = Map.groupBy(all, ({ half }) => half);
  return [...halves.keys()].toSorted().map((half) => {
    const judged = halves.get(half) ?? [];
    const told = ({ name, why = '' }: Judged, value: string): string => `${name} ${value} ${why}`.trim();
    const right = judged.flatMap(({ truth, found }) => found.filter((value) => truth.has(value))).length;
    const wrong = judged.flatMap((one) =>
      one.found.filter((value) => !one.truth.has(value)).map((value) => told(one, value)),
    );
    const missed = judged.flatMap((one) =>
      one.isShown === false
        ? []
        : [...one.truth.difference(new Set(one.found))].map((value) => told(one, value)),
    );
    const share = (others: readonly string[]): number =>
      right + others.length === 0 ? 1 : right / (right + others.length);
    return {
      half,
      judged: judged.length,
      right,
      wrong,
      missed,
      precision: share(wrong),
      recall: share(missed),
    };
  });
}

/** Whether a domain is of the half that the rules were made without. */
export function halfOf(domain: string): string {
  return ((createHash('sha256').update(domain).digest()[0] ?? 0) & 1) === 1 ? 'held out' : 'tuned';
}

/** Labels with names of persons are the first 12 hexadecimal digits of the SHA-256 of a value. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 12);
}
