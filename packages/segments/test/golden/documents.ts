// The documents of the golden segments. They never change: another text needs another golden file.
import { seededRandom } from '../seeded-random.ts';
import { documentOf, randomLetters, type Document } from '../workbench.ts';

const TRADES = [
  'baker',
  'cooper',
  'cutler',
  'dyer',
  'glazier',
  'joiner',
  'mason',
  'potter',
  'saddler',
  'weaver',
];
const TOWNS = ['ålesund', 'łódź', 'montréal', '京都'];

/** Ids from 5 on, each three above the last; the numbers of documents below count from 0. */
export function goldenDocuments(): readonly Document[] {
  const random = seededRandom(1_234_567);
  return [
    // 0 to 39
    ...TRADES.flatMap((trade, at) =>
      TOWNS.map((town) => [
        `<title>the ${trade} of ${town}</title><p class="${trade}${at % 3 === 0 ? ' old' : ''}">open on fridays</p>`,
        at % 2 === 0 ? `<p>call ${1000 + at * 7}</p>` : '',
      ]),
    ),
    // 40 and 41: nothing, and nothing in parts
    [],
    ['', ''],
    // 42 to 45: runs and periods
    ['x'.repeat(1_500)],
    ['ab'.repeat(400), 'a'],
    ['<i>'.repeat(150)],
    ['    \n'.repeat(90)],
    // 46 to 48: letters that follow no rule
    [randomLetters(random, 'ab', 7_000)],
    [randomLetters(random, 'ab é', 2_400), randomLetters(random, 'ab', 301)],
    [randomLetters(random, 'etao <=€', 1_800)],
    // 49: four bytes a letter
    ['😀 and 😁', '😀'],
    // 50 and 51: words in letters of two bytes
    ['<h1>Каталог товаров</h1> από 12€', 'x товар: 7'],
    [randomLetters(random, 'дия 1<', 2_000)],
  ].map((parts, index) => documentOf(5 + 3 * index, ...parts));
}
