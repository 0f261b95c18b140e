import { listSuggestions } from '../../answers/suggestions.ts';
import type { AutocompleteAnswer, AutocompleteRequest } from '../../ports.ts';
import { foldSpace } from '../../text/plain-text.ts';
import { type LocalIndex, type LocalSite, sitesWith } from './local-index.ts';

const MOST_SUGGESTIONS = 10;
/** Characters; what is longer is a sentence. */
const LONGEST = 80;
/** What sites put between the parts of a title. */
const TITLE_BORDERS = /\s+[|–—·•»:-]\s+|\s*\|\s*|:\s+/;
/** A phrase that begins with what was typed is worth as much as this many that have it further in. */
const BEGINNING = 3;

/** Keywords and parts of titles of the index that go on from what was typed; those of many and of high sites first. */
export async function suggestLocally(
  index: LocalIndex,
  { keyword }: AutocompleteRequest,
  signal: AbortSignal,
): Promise<AutocompleteAnswer> {
  const typed = foldSpace(keyword.toLowerCase());
  const worths = new Map<string, number>();
  for (const site of await sitesWith(index, keyword, signal)) {
    for (const phrase of new Set(phrasesOf(site))) {
      const at = placeOf(typed, phrase);
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
      best.slice(0, MOST_SUGGESTIONS).map(([text]) => ({ text, highlighted: addedTo(typed, text) })),
    ),
  };
}

function phrasesOf({ title, keywords }: LocalSite): readonly string[] {
  return [...keywords, ...(title?.split(TITLE_BORDERS) ?? [])]
    .map((phrase) => foldSpace(phrase.toLowerCase()))
    .filter((phrase) => phrase !== '' && phrase.length <= LONGEST);
}

/** Where a phrase has what was typed at the beginning of a word. @returns -1: nowhere */
function placeOf(typed: string, phrase: string): number {
  for (let at = phrase.indexOf(typed); at >= 0; at = phrase.indexOf(typed, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(phrase.charAt(at - 1))) return at;
  }
  return -1;
}

/** What stands before and behind what was typed. */
function addedTo(typed: string, text: string): readonly string[] {
  const at = placeOf(typed, text);
  return [text.slice(0, at), text.slice(at + typed.length)]
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
