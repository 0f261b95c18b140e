/** Does steps with the same key one after the other, and those with different keys beside each other. */
export type InOrder = <Result>(key: string, step: () => Promise<Result>) => Promise<Result>;

export function stepsInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return async (key, step) => {
    const before = last.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    last.set(key, ended);
    try {
      await before;
      return await step();
    } finally {
      if (last.get(key) === ended) last.delete(key);
      end();
    }
  };
}

/**
 * Does something for each item, for some at the same time.
 *
 * @returns the errors, by their items
 */
export async function forEach<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<ReadonlyMap<Item, unknown>> {
  const left = [...items].values();
  const faults = new Map<Item, unknown>();
  const one = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      try {
        await work(next.value);
      } catch (error) {
        faults.set(next.value, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return faults;
}
