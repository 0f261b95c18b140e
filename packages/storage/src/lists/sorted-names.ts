// Sorts the names of lists, a million at most, without holding up the event loop.
import { ListRefused, MAX_LIST_DOMAINS, type NameBatches } from './domain-lists.ts';

/** Names that are compared before other work of the event loop gets a turn. */
const NAMES_AT_A_TIME = 20_000;

/** Number of names that are in memory while repetitions among them are not known yet. */
const MAX_UNSORTED = 2 * MAX_LIST_DOMAINS;

/**
 * Sorts names by code point and leaves out repetitions. Canonical domains are ASCII, so their code units compare like their code
 * points and their bytes.
 *
 * @throws ListRefused if there are too many
 */
export async function sortedNames(batches: NameBatches): Promise<readonly string[]> {
  let runs: (readonly string[])[] = [];
  let some: string[] = [];
  let count = 0;
  const endRun = (): void => {
    if (some.length === 0) return;
    const run = uniqueOf(some.sort());
    runs.push(run);
    count += run.length;
    some = [];
  };
  for await (const batch of batches) {
    for (const name of batch) {
      some.push(name);
      if (some.length >= NAMES_AT_A_TIME) {
        endRun();
        await otherWork();
        if (count <= MAX_UNSORTED) continue;
        runs = [await joined(runs)];
        count = runs[0]?.length ?? 0;
        if (count > MAX_LIST_DOMAINS) throw new ListRefused('too long');
      }
    }
  }
  endRun();
  const all = await joined(runs);
  if (all.length > MAX_LIST_DOMAINS) throw new ListRefused('too long');
  return all;
}

/** The names of sorted lists as one sorted list. */
async function joined(runs: readonly (readonly string[])[]): Promise<readonly string[]> {
  let left = runs;
  while (left.length > 1) {
    const pairs: (readonly string[])[] = [];
    for (let at = 0; at < left.length; at += 2) {
      const [one = [], other = []] = [left[at], left[at + 1]];
      pairs.push(other.length === 0 ? one : await changedNames(one, { add: other, remove: [] }));
    }
    left = pairs;
  }
  return left[0] ?? [];
}

/** Adds names to sorted names and removes others; all lists are sorted and without repetition. */
export async function changedNames(
  names: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<readonly string[]> {
  const changed: string[] = [];
  let [at, added, removed] = [0, 0, 0];
  for (let step = 1; at < names.length || added < add.length; step++) {
    if (step % NAMES_AT_A_TIME === 0) await otherWork();
    const [own, other] = [names[at], add[added]];
    if (other !== undefined && (own === undefined || other <= own)) {
      changed.push(other);
      added++;
      if (own === other) at++;
      continue;
    }
    if (own === undefined) break;
    at++;
    while ((remove[removed] ?? own) < own) removed++;
    if (remove[removed] !== own) changed.push(own);
  }
  return changed;
}

function uniqueOf(sorted: readonly string[]): readonly string[] {
  return sorted.filter((name, index) => name !== sorted[index - 1]);
}

/** Lets other work of the event loop go first. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** @throws ListRefused if a list may not have these names */
export function requireListable(names: readonly string[]): void {
  if (names.length === 0) throw new ListRefused('empty');
  if (names.length > MAX_LIST_DOMAINS) throw new ListRefused('too long');
}
