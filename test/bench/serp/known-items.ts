// Known items: keywords that are made from one page by rule, for which a search should find this page.
//
// - heading and text: two neighbouring words of a heading, and a word of the text outside of headings; none in the title.
// - heading: two neighbouring words that no other page has in a heading; none in the title.
// - misspelling, form: the first kind with a misspelling in one of its words, or with another form of one.
// - compound: the first kind with one of its words written as the two that it is made of.
// - phrase: in quotation marks, five words in a row of a sentence that no other page has, of a page with more than 2,000 words.
//
// Words are letters alone and no stop words: at most a quarter of the pages in the language has them. The word of the text
// is on two pages of two domains at least, and on a tenth of the pages at most. Pages whose title and headings are those of
// another page are left out, and so are keywords that could be made from another page, too.
import { type Collection, type KnownPage, type LanguageWords, type Pair, pairKey } from './collection.ts';
import { type Forms, formsIn, mayBeMisspelt, otherForms, misspellingOf } from './other-spellings.ts';
import { isElsewhere, partsOf, phrasesOf } from './phrases.ts';
import { isSearchable } from './words.ts';

/** Kinds, with how many items of each are wanted. */
export const KINDS = {
  'heading and text': 300,
  heading: 300,
  misspelling: 50,
  form: 50,
  compound: 100,
  phrase: 500,
} as const;
export type Kind = keyof typeof KINDS;

export interface KnownItem {
  readonly kind: Kind;
  readonly keyword: string;
  /** ISO 639-1 */
  readonly language: string;
  /** The page that it was made from, and the domain of its site. */
  readonly url: string;
  readonly domain: string;
}

type Random = (bound: number) => number;

/** Pages of a language that has items, at least. */
const MIN_PAGES = 10;
const MAX_OF_DOMAIN = 2;
const MAX_STOP_SHARE = 0.25;
const MAX_TEXT_SHARE = 0.1;
/** Domains on which a word of the text or another form of a word stands, so that it is not a name of one. */
const MIN_DOMAINS = 2;
/** Drawings of a misspelling that is not a word of any page, before the page is given up. */
const TRIES = 20;

/** A page, and all else that its items are made of. */
interface Ground {
  readonly known: KnownPage;
  readonly language: string;
  readonly words: LanguageWords;
  readonly forms: Forms;
  readonly collection: Collection;
  readonly random: Random;
}

/** Items of each kind, as evenly over the languages as their pages allow. */
export function drawItems(collection: Collection, random: Random): readonly KnownItem[] {
  const grounds = groundsOf(collection, random);
  const keywords = new Set<string>();
  return (Object.keys(KINDS) as Kind[]).flatMap((kind) => drawKind(kind, grounds, keywords, random));
}

function groundsOf(collection: Collection, random: Random): readonly (readonly Ground[])[] {
  const looks = Map.groupBy(collection.pages, lookOf);
  const languages = [...collection.byLanguage].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return languages.flatMap(([language, words]) => {
    const pages = collection.pages.filter(
      (known) => known.page.language === language && looks.get(lookOf(known))?.length === 1,
    );
    if (pages.length < MIN_PAGES) return [];
    const spread = [...words.counts].flatMap(([word, { domains }]) => (domains >= MIN_DOMAINS ? [word] : []));
    const forms = formsIn(spread, language);
    return [pages.map((known) => ({ known, language, words, forms, collection, random }))];
  });
}

function lookOf({ page }: KnownPage): string {
  return [page.title, ...page.headings].join('\n').toLowerCase();
}

/** Takes a page of each language in turn. */
function drawKind(
  kind: Kind,
  languages: readonly (readonly Ground[])[],
  keywords: Set<string>,
  random: Random,
): readonly KnownItem[] {
  const waiting = languages.map((grounds) => shuffled(grounds, random));
  const ofDomain = new Map<string, number>();
  const items: KnownItem[] = [];
  const next = (grounds: Ground[]): KnownItem | null => {
    for (let ground = grounds.pop(); ground !== undefined; ground = grounds.pop()) {
      const { domain, url } = ground.known.page;
      const drawn = ofDomain.get(domain) ?? 0;
      if (drawn === MAX_OF_DOMAIN) continue;
      const keyword = KEYWORDS[kind](ground);
      if (keyword === null || keywords.has(keyword)) continue;
      ofDomain.set(domain, drawn + 1);
      keywords.add(keyword);
      return { kind, keyword, language: ground.language, url, domain };
    }
    return null;
  };
  while (waiting.some(({ length }) => length > 0)) {
    for (const grounds of waiting) {
      if (items.length === KINDS[kind]) return items;
      const item = next(grounds);
      if (item !== null) items.push(item);
    }
  }
  return items;
}

/** Keyword of each kind from one page; null if it has none. */
const KEYWORDS: Readonly<Record<Kind, (ground: Ground) => string | null>> = {
  'heading and text': (ground) => {
    const drawn = drawWords(ground);
    return drawn === null ? null : keywordOf(drawn);
  },
  heading: (ground) => {
    const own = pairsOf(ground).filter(
      (pair) => ground.collection.pairPages.get(pairKey(pair))?.length === 1,
    );
    return pick(own, ground.random)?.text ?? null;
  },
  misspelling: (ground) =>
    altered(ground, (word, { pair, textWord }) => {
      const { language, random, collection } = ground;
      if (!mayBeMisspelt(word, language)) return null;
      const letters = [...pair.words, textWord].join('');
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const misspelling = misspellingOf(word, letters, random);
        if (misspelling !== word && !collection.vocabulary.has(misspelling)) return misspelling;
      }
      return null;
    }),
  form: (ground) =>
    altered(ground, (word) => {
      const { forms, language, known, random } = ground;
      const others = otherForms(word, language, forms).filter((form) => !known.allWords.has(form));
      return pick(others, random);
    }),
  compound: (ground) =>
    altered(ground, (word) => {
      const { counts } = ground.words;
      return partsOf(word, (part) => (counts.get(part)?.domains ?? 0) >= MIN_DOMAINS)?.join(' ') ?? null;
    }),
  phrase: ({ known, collection, random }) => {
    const phrase = shuffled(phrasesOf(known), random)
      .slice(0, TRIES)
      .find((each) => !isElsewhere(each, known, collection.pages));
    return phrase === undefined ? null : `"${phrase}"`;
  },
};

interface DrawnWords {
  readonly pair: Pair;
  readonly textWord: string;
}

function keywordOf({ pair, textWord }: DrawnWords): string {
  return `${pair.text} ${textWord}`;
}

/** The first kind's keyword with one of its words replaced; null if none can be. */
function altered(ground: Ground, replace: (word: string, drawn: DrawnWords) => string | null): string | null {
  const drawn = drawWords(ground);
  if (drawn === null) return null;
  const { pair, textWord } = drawn;
  for (const word of shuffled([...pair.words, textWord], ground.random)) {
    const other = replace(word, drawn);
    if (other !== null)
      return word === textWord
        ? `${pair.text} ${other}`
        : `${pair.words.map((each) => (each === word ? other : each)).join(' ')} ${textWord}`;
  }
  return null;
}

function drawWords(ground: Ground): DrawnWords | null {
  const { known, collection, random } = ground;
  const pair = pick(pairsOf(ground), random);
  if (pair === null) return null;
  const others = collection.pairPages.get(pairKey(pair))?.filter((each) => each !== known) ?? [];
  const words = textWordsOf(ground).filter((word) => !others.some(({ allWords }) => allWords.has(word)));
  const textWord = pick(words, random);
  return textWord === null ? null : { pair, textWord };
}

function pairsOf({ known, words }: Ground): readonly Pair[] {
  const isStopWord = (word: string): boolean =>
    (words.counts.get(word)?.pages ?? 0) > MAX_STOP_SHARE * words.pages;
  return known.pairs.filter((pair) =>
    pair.words.every((word) => !known.titleWords.has(word) && !isStopWord(word)),
  );
}

function textWordsOf({ known, words }: Ground): readonly string[] {
  return [...known.textWords].filter((word) => {
    if (!isSearchable(word) || known.titleWords.has(word) || known.headingWords.has(word)) return false;
    const count = words.counts.get(word);
    return count !== undefined && count.domains >= MIN_DOMAINS && count.pages <= MAX_TEXT_SHARE * words.pages;
  });
}

function pick<Value>(values: readonly Value[], random: Random): Value | null {
  return values.length === 0 ? null : (values[random(values.length)] ?? null);
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, at: random(0x7fff_ffff) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
