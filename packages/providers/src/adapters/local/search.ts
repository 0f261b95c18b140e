import { listSuggestions } from '../../answers/suggestions.ts';
import { rankResults } from '../../answers/web-results.ts';
import type { AutocompleteAnswer, AutocompleteRequest, WebSerpAnswer, WebSerpRequest } from '../../ports.ts';
import { foldSpace } from '../../text/plain-text.ts';
import { type LocalIndex, type LocalSite, presence, sitesWith, wordsOf } from './local-index.ts';

/** Weight of a word by the field it is found in, as a word of its own and as a part of one. */
const WEIGHTS = {
  title: { whole: 6, part: 3, none: 0 },
  keywords: { whole: 4, part: 2, none: 0 },
  description: { whole: 2, part: 1, none: 0 },
  domain: { whole: 4, part: 3, none: 0 },
} as const;
/** Score for the entire phrase in the title. */
const TOGETHER = 10;
/** Factor for a site in the language of the request. */
const SAME_LANGUAGE = 1.25;
/** Share that each point of rank adds to the score of a site; the highest rank adds a half. */
const RANK = 1 / 2_000;

/** Sites of the index that have the words of the keyword in their title, description, keywords or name. */
export async function searchLocally(
  index: LocalIndex,
  { keyword, language, depth }: WebSerpRequest,
  signal: AbortSignal,
): Promise<WebSerpAnswer> {
  const sites = await sitesWith(index, keyword, signal);
  const query = { words: wordsOf(keyword), phrase: folded(keyword), language: language.base };
  const matching = sites.flatMap((site) => {
    const score = scoreOf(site, query);
    return score === null ? [] : [{ site, score }];
  });
  matching.sort((a, b) => b.score - a.score || (a.site.domain < b.site.domain ? -1 : 1));
  return {
    engine: 'local',
    engineDomain: 'local',
    locationName: null,
    results: rankResults(
      matching.slice(0, depth).map(({ site }) => ({
        type: 'organic' as const,
        url: `https://${site.domain}/`,
        title: site.title ?? site.domain,
        description: site.description,
      })),
      depth,
    ),
  };
}

interface Query {
  readonly words: readonly string[];
  readonly phrase: string;
  readonly language: string;
}

/** @returns null if one of the words is not in these texts of the site */
function scoreOf(site: LocalSite, { words, phrase, language }: Query): number | null {
  const texts = {
    title: folded(site.title ?? ''),
    keywords: folded(site.keywords.join(' , ')),
    description: folded(site.description ?? ''),
    domain: site.domain,
  };
  let score = texts.title.includes(phrase) ? TOGETHER : 0;
  for (const word of words.length === 0 ? [phrase] : words) {
    const worth =
      WEIGHTS.title[presence(texts.title, word)] +
      WEIGHTS.keywords[presence(texts.keywords, word)] +
      WEIGHTS.description[presence(texts.description, word)] +
      WEIGHTS.domain[presence(texts.domain, word)];
    if (worth === 0) return null;
    score += worth;
  }
  return score * (1 + site.rank * RANK) * (site.language === language ? SAME_LANGUAGE : 1);
}

function folded(text: string): string {
  return foldSpace(text.toLowerCase());
}

const MAX_SUGGESTIONS = 10;
/** Characters; what is longer is a sentence. */
const MAX_PHRASE_LENGTH = 80;
/** Separators between the parts of a title. */
const TITLE_BORDERS = /\s+[|–—·•»:-]\s+|\s*\|\s*|:\s+/;
/** Weight of a phrase that begins with the typed text; one that has it further in has 1. */
const BEGINNING = 3;

/** Keywords and parts of titles that contain the typed text; first those of many sites and of sites with a high rank. */
export async function suggestLocally(
  index: LocalIndex,
  { keyword }: AutocompleteRequest,
  signal: AbortSignal,
): Promise<AutocompleteAnswer> {
  const typed = folded(keyword);
  const worths = new Map<string, number>();
  for (const site of await sitesWith(index, keyword, signal)) {
    for (const phrase of new Set(phrasesOf(site))) {
      const at = positionOf(typed, phrase);
      if (at < 0) continue;
      const worth = (at === 0 ? BEGINNING : 1) * (1 + site.rank / 1_000);
      worths.set(phrase, (worths.get(phrase) ?? 0) + worth);
    }
  }
  const best = [...worths].sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1));
  return {
    engine: 'local',
    engineDomain: 'local',
    checkUrl: null,
    suggestions: listSuggestions(
      best.slice(0, MAX_SUGGESTIONS).map(([text]) => ({ text, highlighted: addedTo(typed, text) })),
    ),
  };
}

function phrasesOf({ title, keywords }: LocalSite): readonly string[] {
  return [...keywords, ...(title?.split(TITLE_BORDERS) ?? [])]
    .map(folded)
    .filter((phrase) => phrase !== '' && phrase.length <= MAX_PHRASE_LENGTH);
}

/** Offset at which a phrase has the typed text at the beginning of a word; -1 if nowhere. */
function positionOf(typed: string, phrase: string): number {
  for (let at = phrase.indexOf(typed); at >= 0; at = phrase.indexOf(typed, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(phrase.charAt(at - 1))) return at;
  }
  return -1;
}

/** The text before and after what was typed. */
function addedTo(typed: string, text: string): readonly string[] {
  const at = positionOf(typed, text);
  return [text.slice(0, at), text.slice(at + typed.length)]
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
