// Sites that are visited again and again, and the records of what each visit changed, by a model that keeps everything.
import { HOME, kindedLabel, type KindedLabel, type Visit, withRank } from '@sitegrep/site';
import { PlainHistory } from '@sitegrep/site/test/plain-history';
import type { ChangeHit, DomainIndex } from '../../src/domains.ts';
import { wholeSite } from '../../src/puts.ts';
import { piecedDocument, type Site } from './query-oracle.ts';

/** A record as answers have it. */
export interface ModelRecord extends Omit<ChangeHit, 'recorded' | 'sortValues' | 'matches' | 'extracted'> {
  /** Write that it was written with; later ones have higher numbers. */
  readonly step: number;
}

/** Names, some of which begin like others. */
const TECHNOLOGIES = ['Alpha', 'Alphabet', 'Beta', 'Gamma', 'Delta'];
const HOSTS = ['test.one\0s3', 'test.one\0i3', 'test.one.cdn\0s3', 'test.two\0l', 'test.two.a\0f3'];
const POOL: readonly KindedLabel[] = [
  ...TECHNOLOGIES.map((name) => kindedLabel('tech', name)),
  kindedLabel('category', 'a.b'),
  kindedLabel('tech_version', 'Alpha\u00001.2'),
  kindedLabel('tech_version', 'Alpha\u00002.0'),
  ...HOSTS.map((label) => kindedLabel('host', label)),
  kindedLabel('title', 'Ein 😀'),
  kindedLabel('email', 'me@one.test'),
  kindedLabel('email', 'you@two.test'),
  kindedLabel('country', 'DE'),
];

const SITES = 160;
const ROUNDS = 14;
const DAY = 86_400_000;
/** Time of the first visits. */
export const START = Date.UTC(2026, 0, 28);
/** Sites that are deleted in the end, and those of them that come again. */
const DELETED = 12;
const AGAIN = 5;

interface Visited {
  readonly site: Site;
  history: PlainHistory;
  shown: ReadonlySet<KindedLabel>;
  records: Map<number, ModelRecord>;
  /** All that were written, also those that others of the same time replaced. */
  readonly written: ModelRecord[];
}

/** Sites and records, as a store has them after all visits. */
export class ChangeModel {
  readonly #sites: Visited[];
  readonly #gone = new Map<string, ModelRecord>();
  #step = 0;
  #drawn = 11;

  constructor() {
    this.#sites = Array.from({ length: SITES }, (_, number) => ({
      site: siteOf(number),
      history: new PlainHistory(),
      shown: new Set(),
      records: new Map(),
      written: [],
    }));
  }

  /** The sites that are there. */
  get sites(): readonly Site[] {
    return this.#sites.map(({ site }) => site);
  }

  get records(): readonly ModelRecord[] {
    return [...this.#sites.flatMap(({ records }) => [...records.values()]), ...this.#gone.values()];
  }

  /** All records that visits wrote of sites that are there, each as it was written. */
  get written(): readonly { readonly site: Site; readonly record: ModelRecord }[] {
    return this.#sites.flatMap(({ site, written }) => written.map((record) => ({ site, record })));
  }

  /** Puts all visits into an index, one round after the other, and deletes some sites. */
  async fill(index: DomainIndex): Promise<void> {
    await index.setRanks(
      this.#sites.map(({ site: { document, rank } }) => ({ domain: document.domain, rank })),
    );
    for (let round = 0; round < ROUNDS; round++) {
      await this.#visit(
        index,
        this.#sites.map((visited, number) => [visited, this.#visitOf(visited, number, round)]),
      );
    }
    await this.#visit(
      index,
      this.#sites.slice(30, 60).map((visited, number) => [visited, this.#captureOf(number)]),
    );
    const deleted = this.#sites.splice(0, DELETED);
    for (const visited of deleted) await this.#delete(index, visited);
    const again = deleted.slice(0, AGAIN).map(({ site }): Visited => ({
      site,
      history: new PlainHistory(),
      shown: new Set(),
      records: new Map(),
      written: [],
    }));
    this.#sites.push(...again);
    for (const [number, visited] of again.entries()) {
      const gone = this.#gone.get(visited.site.document.domain);
      this.#gone.delete(visited.site.document.domain);
      if (gone === undefined) throw new TypeError('a site comes again that was not deleted');
      await index.setRanks([{ domain: visited.site.document.domain, rank: visited.site.rank }]);
      for (const round of [20, 21, 22])
        await this.#visit(index, [[visited, this.#visitOf(visited, number, round)]]);
      visited.records.set(gone.at, { ...gone, rank: visited.site.rank, step: -1 });
    }
  }

  async #visit(index: DomainIndex, all: readonly (readonly [Visited, Visit])[]): Promise<void> {
    this.#step++;
    const puts = all.map(([{ site }, visit]) => ({ ...wholeSite(site.document), visits: [visit] }));
    await index.put(puts);
    for (const [visited, visit] of all) this.#record(visited, visit);
  }

  #record(visited: Visited, visit: Visit): void {
    const { site, history, records, written } = visited;
    const write = (record: ModelRecord): void => {
      records.set(record.at, record);
      written.push(record);
    };
    history.add(withRank(visit, site.rank));
    const now = new Map(recordsOf(visited).map((record) => [record.at, record]));
    if (history.visits.length < 2) return;
    for (const [at, record] of records) {
      if (now.has(at) || record.by === 'retraction') continue;
      write({ ...record, by: 'retraction', added: [], removed: [], step: this.#step });
    }
    for (const [at, record] of now) {
      if (keyOf(record) !== keyOf(records.get(at))) write({ ...record, step: this.#step });
    }
  }

  async #delete(index: DomainIndex, { site, history }: Visited): Promise<void> {
    this.#step++;
    const { domain } = site.document;
    await index.delete(domain);
    const previousAt = history.visits.at(-1)?.at ?? 0;
    // Its time is that of the clock.
    this.#gone.set(domain, {
      domain,
      rank: 0,
      at: NaN,
      previousAt,
      by: 'deletion',
      added: [],
      removed: [],
      step: this.#step,
    });
  }

  /** Takes the times of deletions, which a store takes from its clock. @param timeOf that of the deletion of a domain */
  setDeletions(timeOf: (domain: string) => number): void {
    for (const [domain, record] of this.#gone) this.#gone.set(domain, { ...record, at: timeOf(domain) });
    for (const { records } of this.#sites) {
      const deletion = records.get(NaN);
      if (deletion === undefined) continue;
      records.delete(NaN);
      const at = timeOf(deletion.domain);
      records.set(at, { ...deletion, at });
    }
  }

  /** A visit of a whole site, which differs in few labels from the one before. */
  #visitOf(visited: Visited, number: number, round: number): Visit {
    const shown = new Set(visited.shown);
    for (let left = round === 0 ? 6 : this.#below(3); left > 0; left--) {
      const label = POOL[this.#below(POOL.length)] ?? '';
      if (!shown.delete(label)) shown.add(label);
    }
    visited.shown = shown;
    // Several sites each are of the same second.
    const at = START + round * DAY + (number % 40) * 1_000;
    const facts = round >= 9 && number % 10 === 3 ? '2' : '1';
    return {
      at,
      source: 'crawl',
      facts,
      labels: new Map([...shown].map((label) => [label, HOME])),
      pages: 'all',
    };
  }

  /** A capture between two visits. */
  #captureOf(number: number): Visit {
    const labels = POOL.filter((_, index) => (index + number) % 4 === 0);
    const at = START + (2 + (number % 8)) * DAY + DAY / 2 + number * 1_000;
    return {
      at,
      source: 'captures',
      facts: '1',
      labels: new Map(labels.map((label) => [label, HOME])),
      pages: [HOME],
    };
  }

  /** A number below a bound, the same in each run. */
  #below(bound: number): number {
    this.#drawn = (this.#drawn * 48_271) % 2_147_483_647;
    return this.#drawn % bound;
  }
}

function siteOf(number: number): Site {
  const domain = `s${number % 7}-${number}.test`;
  const { document, pages } = piecedDocument(
    domain,
    [[['text', `Number ${number} digit-${number % 10}`]], [['comment', `second ${number % 3}`]]],
    {
      technologies: { a: { b: TECHNOLOGIES.slice(number % 4, (number % 4) + 2) } },
      countryIsoCode: number % 3 === 0 ? 'DE' : null,
    },
  );
  return { document, pages, rank: [0, 90, 500, 500, 1_000][number % 5] ?? 0 };
}

/** The records of a site if all of its visits had come in order. */
function recordsOf({ site, history }: Visited): readonly Omit<ModelRecord, 'step'>[] {
  const byTime = Map.groupBy(history.changes(), (line) => Number(line.slice(0, line.indexOf(' '))));
  return Array.from(byTime, ([at, lines]) => {
    const labelsOf = (sign: string): readonly string[] =>
      lines
        .map((line) => line.slice(line.indexOf(' ') + 1))
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1, line.lastIndexOf(' ')))
        .toSorted();
    const number = history.visits.findIndex((visit) => visit.at === at);
    return {
      domain: site.document.domain,
      rank: site.rank,
      at,
      previousAt: history.visits[number - 1]?.at ?? 0,
      by: lines.some((line) => line.endsWith(' visit')) ? 'visit' : 'detector',
      added: labelsOf('+'),
      removed: labelsOf('-'),
    };
  });
}

/** All of a record but when it was written. */
export function keyOf(record: Omit<ModelRecord, 'step'> | undefined): string {
  if (record === undefined) return '';
  const { domain, rank, at, previousAt, by, added, removed } = record;
  return JSON.stringify([domain, rank, at, previousAt, by, added.toSorted(), removed.toSorted()]);
}
