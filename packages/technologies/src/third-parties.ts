import { readFileSync } from 'node:fs';

export const THIRD_PARTIES_FILE = new URL('../data/third-parties.json', import.meta.url);

/**
 * Technologies that are loaded from hosts of third parties, by host; the same holds for the hosts below it that have no entry of
 * their own.
 *
 * @throws Error if the file can't be read
 */
export function thirdParties(): ReadonlyMap<string, readonly string[]> {
  const read = JSON.parse(readFileSync(THIRD_PARTIES_FILE, 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  return new Map(Object.entries(read));
}
