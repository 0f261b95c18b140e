import { client } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import {
  type Completion,
  type CountedValues,
  namesFor,
  namesWhileTyping,
  typedBefore,
  valuesFor,
} from './completion.ts';
import { recentQueries, savedQueries } from './history.ts';

export interface Completions {
  /** Beginning of the text that is replaced. */
  readonly from: number;
  readonly options: readonly Completion[];
  /** True if they are names of fields that nobody asked for: none is chosen until the user goes to one. */
  readonly isHint?: boolean;
}

const MAX_VALUES = 12;
/** Values of a facet among which those that begin with what is typed are looked for. */
const MAX_COUNTED = 100;
/** Lists or saved searches among which those that begin with what is typed are looked for. */
const MAX_KEPT = 1_000;
/** Time for which counts are taken for current, in milliseconds. */
const FRESH_MS = 60_000;

/**
 * Completes what stands before the cursor.
 *
 * @param isRequested whether the user asked for it; otherwise values after a colon are offered, and fields that begin as a word does
 */
export async function complete(query: string, cursor: number, isRequested: boolean): Promise<Completions> {
  const { field, text, from } = typedBefore(query, cursor);
  if (field !== null) return { from, options: (await valuesFor(field, text, COUNTED)).slice(0, MAX_VALUES) };
  if (!isRequested) return { from, options: namesWhileTyping(text), isHint: true };
  return { from, options: namesFor(query, text, { saved: savedQueries(), recent: recentQueries() }) };
}

const COUNTED: CountedValues = {
  async technologies(prefix) {
    const { items } = await cached(['technologies', prefix], () =>
      client.technologies.list({ limit: MAX_VALUES, ...(prefix !== '' && { prefix }) }),
    );
    return items;
  },
  async categories() {
    return (await cached(['categories'], () => client.technologies.categories())).items;
  },
  kept(field) {
    return cached(['kept', field], async () => {
      const { items } = await (field === 'list' ? client.lists : client.searches).list({ limit: MAX_KEPT });
      // Those of level change find no domains.
      return items.flatMap(({ id, domains }) => (domains === null ? [] : [{ name: id, domains }]));
    });
  },
  async facet(field) {
    const { facets } = await cached(['values', field], () =>
      client.query.search({ count_only: true, facets: [{ field, limit: MAX_COUNTED }] }),
    );
    return (facets?.[0]?.values ?? []).filter((one) => 'domains' in one);
  },
};

function cached<Value>(key: readonly string[], load: () => Promise<Value>): Promise<Value> {
  return queryClient.fetchQuery({ queryKey: ['completion', ...key], queryFn: load, staleTime: FRESH_MS });
}
