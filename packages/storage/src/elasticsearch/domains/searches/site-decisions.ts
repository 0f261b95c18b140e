import type { Client } from '@elastic/elasticsearch';
import { partsOf } from '@sitegrep/search';
import { type ChangeRecord, changesOf, type History } from '@sitegrep/site';
import type { ServedIndex } from '../../versioned-index.ts';
import { decidedBy, type FoundHistory, historyWith, unapplied } from '../history-documents.ts';
import type { Deciding, Packer, UndecidedSite } from '../packer.ts';
import { readLiving } from '../reader.ts';
import { requirePages } from '../stored.ts';
import type { FulfillingRecord } from './decide-site.ts';
import type { Decision } from './decision.ts';
import type { DefinitionStore } from './definition-store.ts';
import type { Definitions } from './definitions.ts';
import type { FilledSearches } from './filled-searches.ts';
import type { ListedSites } from './listed-sites.ts';

/** A domain, and what is known of it besides its document. */
export interface KnownSite {
  readonly domain: string;
  readonly rank: number;
  readonly history: History;
}

/** Decides saved searches for sites. */
export interface SiteDecisions {
  /** All saved searches, as they are at least by the number of a change. */
  definitions(number: number): Promise<Definitions>;
  /** Everything that a put needs to be decided; null: there is no saved search. */
  deciding(number: number, site: KnownSite): Promise<Deciding | null>;
  /**
   * Decides the document of a domain as it is stored.
   *
   * @param revision that of the document
   * @returns null if there is none, or it has another revision
   */
  decide(site: KnownSite, number: number, revision: number): Promise<Decision | null>;
  /**
   * Decides such a document as it is before something is done to it, if there is a search that is not filled for which its domain was not
   * decided; else null.
   */
  before(domain: string, found: FoundHistory): Promise<Decision | null>;
  /** The searches of changes that records of a domain fulfil, with its document as it is stored; null as of `decide`. */
  decideRecords(
    site: KnownSite,
    records: readonly ChangeRecord[],
    number: number,
    revision: number,
  ): Promise<readonly FulfillingRecord[] | null>;
}

export interface SiteDecisionParts {
  readonly client: Client;
  readonly index: ServedIndex;
  readonly store: Pick<DefinitionStore, 'definitions'>;
  readonly lists: ListedSites;
  readonly filled: FilledSearches;
  readonly packer: Pick<Packer, 'decide' | 'decideRecords'>;
}

export function createSiteDecisions({
  client,
  index,
  store,
  lists,
  filled,
  packer,
}: SiteDecisionParts): SiteDecisions {
  const needs = new WeakMap<Definitions, Needs>();
  function needsOf(searches: Definitions): Needs {
    const known = needs.get(searches) ?? readNeeds(searches);
    needs.set(searches, known);
    return known;
  }

  async function decidingBy(searches: Definitions, { domain, rank, history }: KnownSite): Promise<Deciding> {
    const { lists: named, changes } = needsOf(searches);
    const known: readonly ChangeRecord[] = changes ? changesOf(history) : [];
    return { searches, rank, lists: await lists.of(domain, named, searches), changes: known };
  }

  return {
    definitions: (number) => store.definitions(number),
    async deciding(number, site) {
      if (number === 0) return null;
      return await decidingBy(await store.definitions(number), site);
    },
    async decide(site, number, revision) {
      const stored = await storedSite(site, number, revision);
      return stored === null ? null : await packer.decide(stored);
    },
    async before(domain, found) {
      const { searches: number, document } = found;
      if (number === 0 || document?.live !== true) return null;
      const searches = await store.definitions(number);
      if (!(await filled.areOpen(searches, await decidedBy(found)))) return null;
      const stored = await storedSite(await siteOf(domain, found), number, document.revision);
      return stored === null ? null : await packer.decide(stored);
    },
    async decideRecords(site, records, number, revision) {
      const stored = await storedSite(site, number, revision);
      return stored === null ? null : await packer.decideRecords(stored, records);
    },
  };

  async function storedSite(
    site: KnownSite,
    number: number,
    revision: number,
  ): Promise<UndecidedSite | null> {
    const { domain } = site;
    const parts = ['revision', 'facts', 'first_visited'] as const;
    const found = await readLiving(client, index.alias, domain, parts, ['pages']);
    if (found === null || found.source.revision !== revision) return null;
    const { facts, first_visited: firstVisited = null } = found.source;
    const put = await decidingBy(await store.definitions(number), site);
    const stored = { domain, facts, firstVisited, pages: requirePages(domain, found.fields) };
    return { ...stored, put: { ...put, revision, at: Date.now() } };
  }
}

/** A domain as its history is, with what its journal adds. */
export async function siteOf(domain: string, found: FoundHistory): Promise<KnownSite> {
  return { domain, rank: found.rank, history: await historyWith(found, await unapplied(found)) };
}

/** Everything that all saved searches together need to know of a site besides its document. */
interface Needs {
  readonly lists: ReadonlySet<string>;
  readonly changes: boolean;
}

function readNeeds(searches: Definitions): Needs {
  const all = [...searches.all];
  return {
    lists: new Set(all.flatMap((one) => one.lists)),
    changes: all.some(
      ({ level, where }) =>
        level !== 'change' && Iterator.from(partsOf(where)).some(({ kind }) => kind === 'same_change'),
    ),
  };
}
