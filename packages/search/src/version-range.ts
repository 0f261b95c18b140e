import Range from 'semver/classes/range.js';
import coerce from 'semver/functions/coerce.js';
import { compareCodePoints } from '@sitegrep/site';

/**
 * Reads a range of versions in the syntax of npm: `<8.9`, `>=2 <3`, `6.x`, `^1.2`, `1.2 || 2`.
 *
 * @returns its usual form; null if the text is none
 */
export function readRange(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    return new Range(text).range;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The versions of a technology that lie in a range. A version counts by its first three numbers: `8.9` and `8.9-beta` are 8.9.0,
 * `2.3.4.5` is 2.3.4. What begins with no number is in no range.
 *
 * @param range as `readRange` gives it
 */
export function versionsIn(range: string, versions: Iterable<string>): readonly string[] {
  const read = new Range(range);
  return Array.from(versions)
    .filter((version) => {
      const known = /^\D?\d/.test(version) ? coerce(version) : null;
      return known !== null && read.test(known);
    })
    .sort(compareCodePoints);
}
