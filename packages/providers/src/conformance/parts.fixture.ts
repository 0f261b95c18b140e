import type { WebResult } from '../ports.ts';

interface Part {
  readonly title: string;
  readonly url: string;
}

/** Pages on one site, for answers that are longer than a page of results. @param from the first one's number, from 1 */
export function parts(from: number, count: number): readonly Part[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Part ${from + index}`,
    url: `https://otters.example/parts/${from + index}`,
  }));
}

/** What an adapter must make of parts 1 to `count`, which have no description. */
export function listedParts(count: number): readonly WebResult[] {
  return parts(1, count).map(({ url, title }, index) => ({
    type: 'organic',
    rankGroup: index + 1,
    rankAbsolute: index + 1,
    domain: 'otters.example',
    title,
    description: null,
    url,
    breadcrumb: `https://otters.example › parts › ${index + 1}`,
  }));
}
