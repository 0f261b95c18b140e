// The process that builds an index shows that it is alive by an alias on that index, which it replaces every few
// seconds. Replacing an alias only if it still exists is one atomic step of the cluster, so this is a lock that
// needs no clock. Another process may take it when it is no longer renewed. A builder that was suspended and
// continues finds its alias gone, even in the step that puts the new index in place.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Client, type estypes } from '@elastic/elasticsearch';
import { StorageBusy } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { readIndexes, type IndexState } from './index-state.ts';

/** Number of heartbeats without a sign of life after which a process counts as dead. */
export const SILENT_BEATS = 5;

/** Alias of an index whose builder ended in good order. */
export const idleMark = (alias: string): string => `${alias}-build-idle`;

/** Alias of an index while `owner` builds it, after this many heartbeats. */
export const buildMark = (alias: string, owner: string, beat: number): string =>
  `${alias}-build-${owner}-${beat}`;

export interface UnfinishedBuild {
  readonly index: IndexState;
  readonly mark: string;
}

/** The unfinished builds for an alias: those in progress and those that were interrupted. */
export async function unfinishedBuilds(client: Client, alias: string): Promise<readonly UnfinishedBuild[]> {
  const indexes = await readIndexes(client, `${alias}-build-*`);
  return indexes.flatMap((index) => {
    const mark = index.aliases.find((name) => name.startsWith(`${alias}-build-`));
    return mark === undefined ? [] : [{ index, mark }];
  });
}

/**
 * Waits until it is certain that no process is building the index.
 *
 * @returns the index with the last mark of its builder
 * @throws StorageBusy if a process is building it
 */
export async function abandoned(
  client: Client,
  alias: string,
  found: UnfinishedBuild,
  beatMs: number,
): Promise<UnfinishedBuild> {
  let last = found;
  let renewed = 0;
  for (let silent = 0; last.mark !== idleMark(alias) && silent < SILENT_BEATS; silent++) {
    await delay(beatMs);
    const now = (await unfinishedBuilds(client, alias)).find(({ index }) => index.uuid === found.index.uuid);
    // The cluster may execute the last request of a builder after the builder has ended: a single renewal proves
    // nothing.
    if (now === undefined || (now.mark !== last.mark && ++renewed > 1)) throw underWay(alias);
    if (now.mark !== last.mark) silent = 0;
    last = now;
  }
  return last;
}

/** Lock on an unfinished index, held until it is released or lost. */
export class BuildLock {
  readonly #client: Client;
  readonly #alias: string;
  readonly #index: string;
  readonly #owner = randomUUID();
  readonly #lost = new AbortController();
  readonly #released = new AbortController();
  #mark: string;
  #beat = 0;
  #beating: Promise<void> = Promise.resolve();

  private constructor(client: Client, alias: string, { index, mark }: UnfinishedBuild) {
    this.#client = client;
    this.#alias = alias;
    this.#index = index.name;
    this.#mark = mark;
  }

  /**
   * Takes the lock over from the owner of the mark.
   *
   * @throws StorageBusy if another process took it first
   */
  static async take(
    client: Client,
    alias: string,
    from: UnfinishedBuild,
    beatMs: number,
  ): Promise<BuildLock> {
    const lock = new BuildLock(client, alias, from);
    if (!(await lock.#replace(buildMark(alias, lock.#owner, 0)))) throw underWay(alias);
    lock.#beating = lock.#keep(beatMs);
    return lock;
  }

  /** Fires when another process takes the lock. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Stops the renewals.
   *
   * @returns the current alias, for a step that must only happen while it exists
   */
  async hold(): Promise<string> {
    this.#released.abort();
    await this.#beating;
    this.#lost.signal.throwIfAborted();
    return this.#mark;
  }

  /** Whether the cluster still shows this lock; also answers when the outcome of the last renewal is unknown. */
  async isHeld(): Promise<boolean> {
    const found = await unfinishedBuilds(this.#client, this.#alias);
    return found.some(({ index, mark }) => index.name === this.#index && mark.includes(this.#owner));
  }

  /** Releases the lock so that the next process need not wait. */
  async release(): Promise<void> {
    this.#released.abort();
    await this.#beating;
    await this.#replace(idleMark(this.#alias));
  }

  async #keep(beatMs: number): Promise<void> {
    const { signal } = this.#released;
    while (!signal.aborted) {
      await delay(beatMs, null, { signal }).catch(() => null);
      if (signal.aborted) return;
      try {
        if (await this.#replace(buildMark(this.#alias, this.#owner, ++this.#beat))) continue;
        this.#lost.abort(underWay(this.#alias));
      } catch (error) {
        // The outcome of the renewal is unknown: nothing may be put in place without it.
        this.#lost.abort(error);
      }
      return;
    }
  }

  /** @returns false if the mark belongs to another process by now */
  async #replace(next: string): Promise<boolean> {
    const index = this.#index;
    const done = await changeAliases(this.#client, [
      { remove: { index, alias: this.#mark, must_exist: true } },
      { add: { index, alias: next } },
    ]);
    if (done) this.#mark = next;
    return done;
  }
}

/**
 * Changes aliases in one atomic step.
 *
 * @returns false if an alias to be removed does not exist
 */
export async function changeAliases(
  client: Client,
  actions: estypes.IndicesUpdateAliasesAction[],
): Promise<boolean> {
  try {
    await client.indices.updateAliases({ actions });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    return asStorageErrors(Promise.reject(error));
  }
}

export function underWay(alias: string): StorageBusy {
  return new StorageBusy(`${alias} is being migrated by another process: wait for its end`);
}

/** Whether the alias or the index does not exist. */
function isGone(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}
