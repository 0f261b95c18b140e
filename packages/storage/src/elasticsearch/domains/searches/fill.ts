// Decides stored domains for searches that were saved or changed: an ordinary search finds them, some domains at a time in their order.
import type { Client, estypes } from '@elastic/elasticsearch';
import { and, type Expression, simplify } from '@sitegrep/search';
import { searchAll, sourceOf } from '../../documents.ts';
import type { ServedIndex } from '../../versioned-index.ts';
import type { Histories } from '../histories.ts';
import { decidedBy, type FoundHistory } from '../history-documents.ts';
import { placedLists } from '../listed-names.ts';
import type { ClusterLists } from '../lists.ts';
import type { DomainState } from '../stored.ts';
import { atPointInTime, type PointInTime } from '../stored-pages.ts';
import type { Verifier } from '../verifier.ts';
import type { DefinitionStore } from './definition-store.ts';
import { type Definition, type Definitions, tokenOf } from './definitions.ts';
import type { SavedState } from './saved-state.ts';
import { fulfilling } from './saved-query.ts';
import { type SiteDecisions, siteOf } from './site-decisions.ts';

export interface FillParts {
  readonly client: Client;
  readonly index: ServedIndex;
  readonly store: DefinitionStore;
  readonly lists: ClusterLists;
  readonly verifier: Verifier;
  readonly histories: Pick<Histories, 'changeSaved'>;
  readonly decisions: SiteDecisions;
}

/** Domains of a step, after which a killed process goes on. */
const DOMAINS_AT_A_TIME = 20_000;

/** Histories that are written together. */
const WRITTEN_AT_A_TIME = 500;

/** Decides what is left for a search, as a signal lets it. The index was refreshed after the search was saved. */
export async function fillSearch(
  parts: FillParts,
  searches: Definitions,
  definition: Definition,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { client, index, store } = parts;
  const { id, since } = definition;
  for (;;) {
    const known = (await store.fills([id])).get(id);
    if (known?.since === since && known.is_done) return;
    signal?.throwIfAborted();
    const after = known?.since === since ? known.after : '';
    await atPointInTime(client, index.alias, signal, async (point) => {
      const last = await domainAfter(client, point, after);
      await fillStep(parts, { searches, definition, point, range: { after, last }, signal });
    });
  }
}

interface DomainRange {
  readonly after: string;
  /** Null: all that follow. */
  readonly last: string | null;
}

interface Step {
  readonly searches: Definitions;
  readonly definition: Definition;
  readonly point: PointInTime;
  readonly range: DomainRange;
  readonly signal: AbortSignal | undefined;
}

/** The domain that ends a step; null: no more follow than a step takes. */
async function domainAfter(client: Client, point: PointInTime, after: string): Promise<string | null> {
  const { hits } = await searchAll<Pick<DomainState, 'domain'>>(client, {
    ...point,
    query: { bool: { filter: [{ term: { live: true } }, { range: { domain: { gt: after } } }] } },
    sort: [{ domain: 'asc' }],
    from: DOMAINS_AT_A_TIME - 1,
    size: 1,
    track_total_hits: false,
    _source: ['domain'],
  });
  const [hit] = hits.hits;
  return hit === undefined ? null : sourceOf(hit).domain;
}

/** A domain as the search saw it. */
interface Seen {
  readonly revision: number;
  readonly isFulfilling: boolean;
}

async function fillStep(parts: FillParts, step: Step): Promise<void> {
  const { searches, definition, point, range, signal } = step;
  const { id, since } = definition;
  const seen = new Map<string, Seen>();
  for (const { domain, revision } of await knownSoFar(parts.client, point, definition, range))
    seen.set(domain, { revision, isFulfilling: false });
  const where = await criteriaIn(parts, definition, range);
  const level = definition.level === 'page' ? 'page' : 'domain';
  const wish = { where: simplify(where, level), level, fields: [], captures: [] } as const;
  const options = signal === undefined ? {} : { signal };
  for await (const { document } of parts.verifier.matching(point, wish, options))
    seen.set(document.domain, { revision: document.revision, isFulfilling: true });
  const domains = [...seen.keys()].toSorted();
  for (let at = 0; at < domains.length; at += WRITTEN_AT_A_TIME) {
    signal?.throwIfAborted();
    const some = domains.slice(at, at + WRITTEN_AT_A_TIME);
    await parts.histories.changeSaved(some, async (found, domain) => {
      const one = seen.get(domain);
      return one === undefined
        ? null
        : await changeFor(parts, searches, definition, { domain, found, ...one });
    });
    // All domains before the last of them are decided as well.
    await parts.store.setFill(id, { since, after: some.at(-1) ?? range.after, is_done: false });
  }
  const { after, last } = range;
  await parts.store.setFill(id, { since, after: last ?? after, is_done: last === null });
}

/** Domains that fulfil a search as far as is known. */
async function knownSoFar(
  client: Client,
  point: PointInTime,
  definition: Definition,
  { after, last }: DomainRange,
): Promise<readonly Pick<DomainState, 'domain' | 'revision'>[]> {
  const domain: estypes.QueryDslRangeQuery = { gt: after, ...(last === null ? {} : { lte: last }) };
  const { hits } = await searchAll<Pick<DomainState, 'domain' | 'revision'>>(client, {
    ...point,
    query: {
      bool: { filter: [{ term: { live: true } }, { range: { domain } }, fulfilling([tokenOf(definition)])] },
    },
    size: DOMAINS_AT_A_TIME,
    track_total_hits: false,
    _source: ['domain', 'revision'],
  });
  return hits.hits.map(sourceOf);
}

/** The criteria of a search for the domains of a step. A list that is gone has no names. */
async function criteriaIn(
  { lists }: Pick<FillParts, 'lists'>,
  { where, lists: names }: Definition,
  { after, last }: DomainRange,
): Promise<Expression> {
  const placed = names.length === 0 ? where : placedLists(where, lists.index, await lists.read(names));
  const ends = [
    { op: '>', value: after } as const,
    ...(last === null ? [] : [{ op: '<=', value: last } as const]),
  ];
  const range = ends.map(({ op, value }): Expression => ({
    kind: 'condition',
    condition: { kind: 'range', field: 'domain', op, value },
  }));
  return and([placed, ...range]);
}

interface FilledSite extends Seen {
  readonly domain: string;
  readonly found: FoundHistory;
}

/** The change of what is known of a domain; null: it stays. */
async function changeFor(
  { decisions }: Pick<FillParts, 'decisions'>,
  searches: Definitions,
  definition: Definition,
  { domain, found, revision, isFulfilling }: FilledSite,
): Promise<((state: SavedState) => void) | null> {
  const { document, state } = found;
  // Its last put has decided it.
  if (document?.live !== true || (await decidedBy(found)) >= definition.since) return null;
  const isSeen = document.revision === revision;
  const isKnown = state?.saved.includes(tokenOf(definition)) === true;
  if (isSeen && (!isFulfilling || definition.level === 'domain'))
    return isKnown === isFulfilling ? null : (saved) => saved.set(definition, isFulfilling);
  // Which pages fulfil it, or what another put has left, the document itself tells.
  const decision = await decisions.decide(await siteOf(domain, found), searches.number, document.revision);
  // A put that comes meanwhile decides the document that it leaves.
  if (decision === null) return null;
  const isUndecided = decision.undecided.includes(definition.born);
  if (isUndecided) return isSeen ? (saved) => saved.set(definition, isFulfilling) : null;
  return (saved) => {
    saved.decide(decision, ({ matches }) => matches === definition.matches);
  };
}
