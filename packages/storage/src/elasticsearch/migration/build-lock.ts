// Who builds an index tells so by an alias on it, a new one every few seconds. To change an alias only if it is still
// there is one atomic step of the cluster, so that this is a lock without a clock: it is taken from one who has stopped
// renewing it, and who was stopped and goes on finds it gone, also at the very step that puts the new index in place.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Client, type estypes } from '@elastic/elasticsearch';
import { StorageBusy } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { readIndexes, type IndexState } from './index-state.ts';

/** Beats without a new alias after which a builder counts as dead. */
const SILENT_BEATS = 5;

/** The alias of an index whose builder ended in good order. */
const idleMark = (alias: string): string => `${alias}-build-idle`;

/** The alias that an index has while its builder is `owner`, and has renewed it so many times. */
export const buildMark = (alias: string, owner: string, beat: number): string =>
  `${alias}-build-${owner}-${beat}`;

export interface HalfBuilt {
  readonly index: IndexState;
  readonly mark: string;
}

/** The indexes that are being built to stand behind an alias, or were when their builder ended. */
export async function halfBuilt(client: Client, alias: string): Promise<readonly HalfBuilt[]> {
  const indexes = await readIndexes(client, `${alias}-build-*`);
  return indexes.flatMap((index) => {
    const mark = index.aliases.find((name) => name.startsWith(`${alias}-build-`));
    return mark === undefined ? [] : [{ index, mark }];
  });
}

/**
 * Waits until it is sure that nobody builds the index any more.
 *
 * @returns the index with the last mark of who did
 * @throws StorageBusy if somebody does
 */
export async function abandoned(
  client: Client,
  alias: string,
  found: HalfBuilt,
  beatMs: number,
): Promise<HalfBuilt> {
  let last = found;
  let renewed = 0;
  for (let silent = 0; last.mark !== idleMark(alias) && silent < SILENT_BEATS; silent++) {
    await delay(beatMs);
    const now = (await halfBuilt(client, alias)).find(({ index }) => index.uuid === found.index.uuid);
    // What a builder sent as its last may be done after its end.
    if (now === undefined || (now.mark !== last.mark && ++renewed > 1)) throw underWay(alias);
    if (now.mark !== last.mark) silent = 0;
    last = now;
  }
  return last;
}

/** Holds the lock on a half-built index until it is released or lost. */
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

  private constructor(client: Client, alias: string, { index, mark }: HalfBuilt) {
    this.#client = client;
    this.#alias = alias;
    this.#index = index.name;
    this.#mark = mark;
  }

  /**
   * Takes the lock from who has the mark.
   *
   * @throws StorageBusy if somebody took it first
   */
  static async take(client: Client, alias: string, from: HalfBuilt, beatMs: number): Promise<BuildLock> {
    const lock = new BuildLock(client, alias, from);
    if (!(await lock.#replace(buildMark(alias, lock.#owner, 0)))) throw underWay(alias);
    lock.#beating = lock.#keep(beatMs);
    return lock;
  }

  /** Fires when somebody else took the lock. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Stops renewing. @returns what the alias is now, for a step that is to happen only while it is there */
  async hold(): Promise<string> {
    this.#released.abort();
    await this.#beating;
    this.#lost.signal.throwIfAborted();
    return this.#mark;
  }

  /** Whether the lock is still this one's, as the cluster says; also if it is not known how the last renewal ended. */
  async isHeld(): Promise<boolean> {
    const found = await halfBuilt(this.#client, this.#alias);
    return found.some(({ index, mark }) => index.name === this.#index && mark.includes(this.#owner));
  }

  /** Lets the next one go on at once. */
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
        // Whether it was renewed is not known: without that nothing may be put in place.
        this.#lost.abort(error);
      }
      return;
    }
  }

  /** @returns false if the mark is another's meanwhile */
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
 * @returns false if one that was to be removed is not there
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

/** The alias or the index is not there. */
function isGone(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}
