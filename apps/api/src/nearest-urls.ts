import { nearestOf } from '@sitegrep/search';

/** Maximum URLs that are named. */
const NAMED = 3;

/** The URL without what most often differs between two addresses of a page: scheme, www, fragment, case and last slash. */
function bare(url: string): string {
  return url
    .replace(/#.*$/s, '')
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

/** The URLs of a list that are most like another one, the nearest first. */
export function nearestUrls(url: string, known: readonly string[]): readonly string[] {
  const sought = bare(url);
  const same = known.filter((one) => bare(one) === sought);
  const path = sought.replace(/\?.*$/s, '');
  const onPath = known.filter((one) => !same.includes(one) && bare(one).replace(/\?.*$/s, '') === path);
  const first = [...same, ...onPath].slice(0, NAMED);
  const others = known.filter((one) => !first.includes(one));
  const byBare = Map.groupBy(others, bare);
  const near = nearestOf(sought, byBare.keys(), NAMED).flatMap((one) => byBare.get(one) ?? []);
  return [...first, ...near].slice(0, NAMED);
}
