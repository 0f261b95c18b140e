import { diffOf, unifiedDiff } from '@sitegrep/versions';
import type { VersionDiff, VersionDiffWish, VersionSource, VersionSources } from '../domains.ts';

/** The difference of two versions. Null if there is no document, or not both sources. */
export function diffOfSources(
  found: VersionSources | null,
  { from, to, format }: VersionDiffWish,
): VersionDiff | null {
  const one = found?.sources.find(({ id }) => id === from);
  const other = found?.sources.find(({ id }) => id === to);
  if (found === null || one === undefined || other === undefined) return null;
  const [a, b] = [textOf(one), textOf(other)];
  if (format === 'hunks') return { format, diff: diffOf(a, b, found.noise) };
  return { format, diff: unifiedDiff(a, b, found.noise, { a: nameOf(one), b: nameOf(other) }) };
}

function textOf({ utf8 }: VersionSource): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length).toString();
}

function nameOf({ firstSeen }: VersionSource): string {
  return new Date(firstSeen).toISOString();
}
