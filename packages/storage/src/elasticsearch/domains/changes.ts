import type { Client } from '@elastic/elasticsearch';
import type { DomainBlock } from '../../domains.ts';
import { IndexReplaced, StorageBusy } from '../../errors.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import type { IndexForm, ServedIndex } from '../versioned-index.ts';
import type { ClusterBlocks } from './blocks.ts';
import { routeOf } from './routing.ts';

/**
 * Change of one document: the body to write over the given state, or null if there is nothing to write.
 *
 * @param form form of the body
 * @param block block that covers the domain; null also if blocks were not read
 */
export type Change<State, R> = (
  form: IndexForm,
  found: (State & Versioned) | null,
  block: DomainBlock | null,
) => Promise<{ readonly body: Uint8Array | null; readonly result: R }>;

interface Versioned {
  /** Version of the document in Elasticsearch, > 0; every write raises it. */
  readonly version: number;
}

/** Documents of one kind, of which each domain has at most one. */
export interface DocumentKind<State> {
  /** Current states, visible to searches or not. */
  readonly read: (
    client: Client,
    alias: string,
    domains: readonly string[],
  ) => Promise<ReadonlyMap<string, State & Versioned>>;
  readonly idOf: (domain: string) => string;
}

export interface ChangerParts {
  readonly client: Client;
  readonly index: ServedIndex;
  /** Writer of documents of a form. */
  readonly bulkOf: (form: IndexForm) => Bulk;
  /** Maximum size of the bodies that are held to be written together. */
  readonly maxBytes: number;
}

/**
 * Makes each change once. The domains are distinct.
 *
 * @param blocksOf reads the blocks that the changes need, after the states: so a write over a state takes every block
 *   into account that is older than the state
 */
export type Changer = <State, R>(
  kind: DocumentKind<State>,
  changes: ReadonlyMap<string, Change<State, R>>,
  blocksOf?: ClusterBlocks['coveringEach'],
) => Promise<ReadonlyMap<string, R>>;

/** Number of tries of a change when other writers change the document meanwhile. */
const MAX_ATTEMPTS = 20;

/**
 * Creates the changer. Each write reads the state of the document and then writes over exactly that state. The loser
 * of a race reads again, so no change is lost, however many processes write. A write that the index refuses because a
 * migration has put a newer one in place is made again in its form.
 */
export function createChanger({ client, index, bulkOf, maxBytes }: ChangerParts): Changer {
  return async function change<State, R>(
    kind: DocumentKind<State>,
    changes: ReadonlyMap<string, Change<State, R>>,
    blocksOf: ClusterBlocks['coveringEach'] = noBlocks,
  ) {
    const results = new Map<string, R>();
    let left = [...changes];
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) {
        throw new StorageBusy(`${left[0]?.[0]} is being changed by too many writers`);
      }
      const domains = left.map(([domain]) => domain);
      const { form } = index;
      const { alias } = form;
      let isReplaced = false;
      const states = await kind.read(client, alias, domains);
      const known = await blocksOf(domains);
      const next: [string, Change<State, R>][] = [];
      let writes: (GuardedWrite & {
        readonly domain: string;
        readonly change: Change<State, R>;
        readonly result: R;
      })[] = [];
      let bytes = 0;
      const writeAll = async (): Promise<void> => {
        const outcomes = await bulkOf(form).write(writes);
        isReplaced ||= outcomes.includes('replaced');
        for (const [number, write] of writes.entries()) {
          if (outcomes[number] === 'written') results.set(write.domain, write.result);
          else next.push([write.domain, write.change]);
        }
        [writes, bytes] = [[], 0];
      };
      for (const [domain, make] of left) {
        const found = states.get(domain) ?? null;
        const { body, result } = await make(form, found, known.get(domain) ?? null);
        if (body === null) {
          results.set(domain, result);
        } else {
          const at = { id: kind.idOf(domain), routing: routeOf(domain), version: (found?.version ?? 0) + 1 };
          writes.push({ ...at, body, domain, change: make, result });
          bytes += body.length;
          // One slice of puts is written in one step.
          if (bytes >= maxBytes) await writeAll();
        }
      }
      if (writes.length > 0) await writeAll();
      if (isReplaced) await renewed(index, form);
      left = next;
    }
    return results;
  };
}

/** Looks at an index again that has refused writes of a form. @throws IndexReplaced if it takes none of this program */
async function renewed(index: ServedIndex, { version, alias }: IndexForm): Promise<void> {
  if ((await index.renew()).version !== version) return;
  throw new IndexReplaced(
    `${alias} takes no writes any more: if a newer version of sitegrep migrated the index, run that version`,
  );
}

/** Makes writes, whatever form the index has; those over a version that is as high are left out. */
export async function writeInForm(
  index: ServedIndex,
  bulkOf: (form: IndexForm) => Bulk,
  writes: readonly GuardedWrite[],
): Promise<void> {
  for (let left = writes; left.length > 0;) {
    const { form } = index;
    const outcomes = await bulkOf(form).write(left);
    left = left.filter((_, number) => outcomes[number] === 'replaced');
    if (left.length > 0) await renewed(index, form);
  }
}

/** Answer for changes that no block prevents. */
const noBlocks = async (): Promise<ReadonlyMap<string, DomainBlock>> => new Map();
