import { expect, it } from 'vitest';
import { pageOf, START } from '../../../../test/conformance/versioned-pages.ts';
import type { StoredPage } from '../stored.ts';
import { pastFields } from './fitting.ts';
import { pastsAfter } from './kept-pasts.ts';
import { type Pasts, unpackPasts } from './pasts.ts';

const URLS = ['https://a.test/', 'https://a.test/b'];

const WORDS = ['apples', 'boats', 'clouds', 'doors', 'eggs'];

const HEAD = 30;

function textOf(visit: number, url: string): string {
  return `${WORDS[visit]} ${url} `.repeat(500).slice(0, 10_000);
}

/** Pages of two URLs, of which each later visit finds another text of ten thousand characters. */
function visited(visits: number): { readonly pages: readonly StoredPage[]; readonly pasts: Pasts } {
  let [pages, pasts]: [readonly StoredPage[], Pasts] = [[], new Map()];
  let number = 0;
  for (let visit = 0; visit < visits; visit++) {
    const come = URLS.map((url, index) => {
      const at = START + 1_000 * (2 * visit + index);
      return { ...pageOf(url, textOf(visit, url), at), number: number++ };
    });
    const put = { isNew: visit === 0, gone: pages, come, staying: [], past: [], at: START };
    pasts = pastsAfter(pasts, put, 100, () => number++) ?? pasts;
    pages = come;
  }
  return { pages, pasts };
}

interface Fields {
  readonly past: readonly { readonly number: number; readonly source: string }[];
  readonly past_versions: string;
  readonly version_count: number;
  readonly pasts: string;
}
const fieldsOf = ({ pages, pasts }: ReturnType<typeof visited>, space: number): Fields =>
  JSON.parse(pastFields('a.test', pasts, pages, space)) as Fields;

/** Which text of which page each version is. */
const keptOf = ({ past }: Fields): readonly string[] => past.map(({ source }) => source.slice(0, HEAD));
const headsOf = (...visits: readonly number[]): readonly string[] =>
  URLS.flatMap((url) => visits.map((visit) => textOf(visit, url).slice(0, HEAD)));

it('has all versions where there is room', () => {
  const fields = fieldsOf(visited(4), 10 << 20);
  expect(keptOf(fields)).toEqual(headsOf(0, 1, 2));
  expect(fields.past.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(fields.version_count).toBe(6);
});

it('leaves out the oldest of all pages where there is none, and counts them', () => {
  const site = visited(5);
  const whole = pastFields('a.test', site.pasts, site.pages, 10 << 20).length;
  // A quarter has room for two of eight: the last one of each page.
  const text = pastFields('a.test', site.pasts, site.pages, whole / 4 + 2_000);
  expect(text.length).toBeLessThan(whole / 4 + 2_000);
  const fields = JSON.parse(text) as Fields;
  expect(keptOf(fields)).toEqual(headsOf(3));
  const again = unpackPasts(fields.pasts);
  expect(Array.from(again.values(), ({ leftOut, past }) => [leftOut, past.versions.length])).toEqual([
    [3, 1],
    [3, 1],
  ]);
  // They stay counted, and the rest can be read.
  const later = fieldsOf({ pages: site.pages, pasts: again }, 10 << 20);
  expect(keptOf(later)).toEqual(keptOf(fields));
  expect(Array.from(unpackPasts(later.pasts).values(), ({ leftOut }) => leftOut)).toEqual([3, 3]);
});
