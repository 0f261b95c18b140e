import { rankResults } from '../../answers/web-results.ts';
import type { WebSerpAnswer, WebSerpRequest } from '../../ports.ts';
import { type LocalIndex, type LocalSite, presence, sitesWith, wordsOf } from './local-index.ts';

/** What a word is worth by where it stands: as a word of its own, and as a part of one. */
const WEIGHTS = {
  title: { whole: 6, part: 3, none: 0 },
  keywords: { whole: 4, part: 2, none: 0 },
  description: { whole: 2, part: 1, none: 0 },
  domain: { whole: 4, part: 3, none: 0 },
} as const;
/** That all of them stand together in the title. */
const TOGETHER = 10;
/** A site in the language that was asked for. */
const SAME_LANGUAGE = 1.25;
/** What each point of rank adds to a site's worth: the highest one half as much again. */
const RANK = 1 / 2_000;

/** The sites of the index that tell of the keyword's words in their title, description, keywords or name. */
export async function searchLocally(
  index: LocalIndex,
  { keyword, language, depth }: WebSerpRequest,
  signal: AbortSignal,
): Promise<WebSerpAnswer> {
  const sites = await sitesWith(index, keyword, signal);
  const asked = { words: wordsOf(keyword), phrase: folded(keyword), language: language.base };
  const matching = sites.flatMap((site) => {
    const score = scoreOf(site, asked);
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

interface Asked {
  readonly words: readonly string[];
  readonly phrase: string;
  readonly language: string;
}

/** @returns null if the site does not tell of one of the words */
function scoreOf(site: LocalSite, { words, phrase, language }: Asked): number | null {
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
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
