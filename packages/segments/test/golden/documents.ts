// The documents of the golden segments. They never change: another text needs another golden file.
import { seededRandom } from '../seeded-random.ts';
import { documentOf, markedDocument, randomLetters, type Document } from '../workbench.ts';

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
  return [...plainDocuments(), ...markedDocuments()];
}

function plainDocuments(): readonly Document[] {
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

/** The documents behind these, whose marks are zones (`markedDocument`): numbers 52 to 55. */
function markedDocuments(): readonly Document[] {
  return [
    '<0>of a miller</0> and <0>of a smith</0>, <2>of a <0>turner</0></2>',
    // 53: a last byte in a zone, a range within a range of another zone, an empty one
    '<1>mill, <3>smith</3></1><1></1><1>, cook</1>',
    // 54: many ranges, one beside the other
    '<0>ab</0><0>ba</0>'.repeat(90),
    '<4>год 1234</4>, <4>год 5678</4>',
  ].map((marked, index) => markedDocument(5 + 3 * (52 + index), marked));
}
