import { expect, it } from 'vitest';

/** Runs of one kind of work, of which one goes on at a time. */
interface SingleRuns {
  /** Begins a run of an id, unless another one goes on. @returns the one that goes on */
  begin(id: string): Promise<{ readonly id: string }>;
  get(): Promise<{ readonly id: string } | null>;
  alone<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<unknown>;
}

/** A storage that several processes may have open. */
interface Opened {
  close(): Promise<void>;
}

/** Everything that holds of runs of which one goes on at a time. @param opened gives the storage, and opens it again */
export function itRunsOneAtATime<Store extends Opened>(
  opened: () => { readonly store: Store; readonly reopen: () => Promise<Store> },
  runsOf: (store: Store) => SingleRuns,
): void {
  it('are the same to all who share the storage, and one of those who begin at once begins', async () => {
    const { store, reopen } = opened();
    const other = await reopen();
    const begun = await Promise.all(
      [store, other, store, other].map((each, at) => runsOf(each).begin(`many ${at}`)),
    );
    const [first] = begun;
    expect(begun.map(({ id }) => id)).toEqual(begun.map(() => first?.id));
    await other.close();
    const later = await reopen();
    expect(await runsOf(later).get()).toEqual(first);
    await later.close();
  });

  it('are worked on with a signal, and what the work gives is given back', async () => {
    const runs = runsOf(opened().store);
    expect(await runs.alone(async ({ aborted }) => Promise.resolve({ aborted }))).toEqual({ aborted: false });
    await expect(runs.alone(() => Promise.reject(new RangeError('too far')))).rejects.toThrow('too far');
    expect(await runs.alone(() => Promise.resolve(7))).toBe(7);
  });
}
