// The entries of a list of domains: those that name a domain, and what is to be said of the others.
import { readEntryOf, type Entry } from './lookup/entries.ts';

/** Maximum number of refused entries that an answer names. */
const MAX_SAMPLES = 20;

/** Entries that are read before other requests get a turn. */
const ENTRIES_AT_A_TIME = 1_000;

/** Entries that name no domain. */
export interface RejectedEntries {
  readonly count: number;
  readonly samples: readonly { readonly input: string; readonly reason: string }[];
}

export interface ReadEntries {
  /** The domains, some at a time; `rejected` is complete at their end. */
  readonly domains: AsyncGenerator<readonly string[], void>;
  readonly rejected: () => RejectedEntries;
}

export function readEntries(entries: AsyncIterable<Entry> | Iterable<Entry>): ReadEntries {
  const samples: { readonly input: string; readonly reason: string }[] = [];
  let count = 0;

  async function* domains(): AsyncGenerator<readonly string[], void> {
    let some: string[] = [];
    let read = 0;
    for await (const entry of entries) {
      const reading = readEntryOf(entry);
      if (reading.kind === 'seed') some.push(reading.seed.domain);
      else if (++count <= MAX_SAMPLES) samples.push({ input: reading.input, reason: reading.reason });
      if (++read % ENTRIES_AT_A_TIME !== 0) continue;
      yield some;
      some = [];
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield some;
  }

  return { domains: domains(), rejected: () => ({ count, samples }) };
}
