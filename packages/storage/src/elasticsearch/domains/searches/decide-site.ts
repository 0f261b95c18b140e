// Decides saved searches in the thread that packs documents: a site that is put with the texts that come, and those that stay.
import { hash } from 'node:crypto';
import type { DecidedSite, Refusal } from '@sitegrep/deciding';
import type { ChangeRecord, Labels, SiteFacts } from '@sitegrep/site';
import type { PageSource } from '@sitegrep/texts';
import { conclusionsOf } from '../../../puts.ts';
import { verdictOn } from '../../../searches/change-tests.ts';
import { type DecidableSearch, SearchDeciders } from '../../../searches/search-deciders.ts';
import { parseFacts, withScreenshots } from '../stored.ts';
import { unpackedPages } from '../unpack-pages.ts';
import type { Decision } from './decision.ts';
import type { Definition } from './definitions.ts';

/** Everything that a decision needs of a site besides its document. */
export interface DecidedPut {
  /** Number of the last change of searches. */
  readonly number: number;
  readonly rank: number;
  /** Those of the lists that searches name that it is in. */
  readonly lists: readonly string[];
  /** The changes of its history, as far as a search needs them. */
  readonly changes: readonly ChangeRecord[];
  readonly revision: number;
  readonly at: number;
}

/** Searches as a thread gets them. */
export interface SearchesChange {
  /** Number of the change that the thread knows so far; 0: none. */
  readonly before: number;
  readonly number: number;
  /** Searches that were changed since. */
  readonly changed: readonly Definition[];
  /** `born` of all that exist. */
  readonly all: readonly number[];
}

/** The site of a put, or as it is stored. */
interface SiteToDecide {
  readonly domain: string;
  readonly facts: SiteFacts;
  readonly labels: Labels;
  readonly pages: readonly PageSource[];
}

interface Known {
  readonly number: number;
  /** They know a search by the text of its number. */
  readonly deciders: SearchDeciders;
  readonly definitions: Map<number, Definition>;
  /** Searches that together with others are more than a decider takes. */
  readonly refused: Set<number>;
}

/** The searches that this thread knows. */
let known: Known = none();

function none(): Known {
  return { number: 0, deciders: new SearchDeciders([]), definitions: new Map(), refused: new Set() };
}

/** @returns false if the thread does not know what was before */
export function knowSearches({ before, number, changed, all }: SearchesChange): boolean {
  if (number <= known.number) return true;
  if (before === 0) known = none();
  else if (before !== known.number) return false;
  const { deciders, definitions, refused } = known;
  const standing = new Set(all);
  for (const born of definitions.keys()) if (!standing.has(born)) forget(born);
  for (const definition of changed) {
    const { born, level, where } = definition;
    forget(born);
    definitions.set(born, definition);
    const search = { id: String(born), level, where };
    // Each was accepted by itself, but two at the same time may be one too many.
    if (deciders.refusalOf(search) === null) deciders.put(search);
    else refused.add(born);
  }
  known = { ...known, number };
  return true;
}

function forget(born: number): void {
  known.deciders.remove(String(born));
  known.definitions.delete(born);
  known.refused.delete(born);
}

/** Why a search cannot be added to those of a number; null: it can. */
export function refusalOf(number: number, search: DecidableSearch): Refusal | 'lacks searches' | null {
  return known.number < number ? 'lacks searches' : known.deciders.refusalOf(search);
}

/** Decides a site that is put; null: this thread does not know the searches of that number. */
export function decideSite(site: SiteToDecide, put: DecidedPut): Decision | null {
  const { number, revision, at } = put;
  if (known.number < number) return null;
  const { deciders, definitions, refused } = known;
  const { fulfilled, undecided } = deciders.decide('all', decidedSite(site, put));
  const digests = new Digests(site.pages);
  return {
    number: known.number,
    revision,
    at,
    fulfilled: fulfilled.map(({ id, pages, positions }) => {
      const born = Number(id);
      const digest = definitions.get(born)?.level === 'page' ? digests.of(positions) : null;
      return { born, pages, total: positions.length, digest };
    }),
    undecided: [...new Set([...undecided.map(Number), ...refused])],
  };
}

function decidedSite(site: SiteToDecide, { rank, lists, changes }: DecidedPut): DecidedSite {
  const [first] = site.labels.first_visited;
  return {
    ...site,
    rank,
    firstVisit: first === undefined ? null : Date.parse(first),
    lists: new Set(lists),
    hasChange: (of) => changes.some((change) => verdictOn(of, change) === true),
  };
}

/** Digests of pages that fulfil a search: of which they are, and of their sources. */
class Digests {
  readonly #pages: readonly PageSource[];
  readonly #byPage = new Map<number, string>();

  constructor(pages: readonly PageSource[]) {
    this.#pages = pages;
  }

  of(positions: readonly number[]): string {
    return digestOf(positions.map((position) => this.#ofPage(position)).join('\n'));
  }

  #ofPage(position: number): string {
    const digest = this.#byPage.get(position) ?? pageDigest(this.#pages[position]);
    this.#byPage.set(position, digest);
    return digest;
  }
}

function pageDigest(page: PageSource | undefined): string {
  return digestOf(`${page?.url}\0${page?.source}\0${page?.rendered?.source ?? ''}`);
}

/** Characters of a digest: 132 bits. */
const DIGEST_LENGTH = 22;

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

/** A document as it is stored. */
export interface StoredSite {
  readonly domain: string;
  readonly facts: string;
  /** Content of the stored field. */
  readonly pages: string;
  /** Label of that kind; null: there is none. */
  readonly firstVisited: string | null;
  readonly put: DecidedPut;
}

/** Decides a document as it is stored. */
export function decideStored(stored: StoredSite): Decision | null {
  return decideSite(siteOf(stored), stored.put);
}

/** The searches of changes that records of such a document fulfil. */
export function decideRecords(
  stored: StoredSite,
  records: readonly ChangeRecord[],
): readonly FulfillingRecord[] | null {
  if (known.number < stored.put.number) return null;
  const { fulfilling } = known.deciders.recorded(() => decidedSite(siteOf(stored), stored.put), records);
  return fulfilling.map(({ id, record }) => ({ born: Number(id), at: record.at }));
}

/** A record that fulfils a search of changes. */
export interface FulfillingRecord {
  readonly born: number;
  /** Its time in seconds. */
  readonly at: number;
}

function siteOf({ domain, facts: packed, pages: stored, firstVisited }: StoredSite): SiteToDecide {
  const pages = unpackedPages(stored);
  const facts = parseFacts(packed);
  const { labels } = conclusionsOf({ domain, facts, pages: withScreenshots(domain, pages, null) });
  const first = firstVisited === null ? [] : [firstVisited];
  return { domain, facts, labels: { ...labels, first_visited: first }, pages };
}
