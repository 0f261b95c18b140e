// The order of results: what the index says, and what is known of page and site besides.

/** A page that matches. */
export interface Candidate {
  readonly domain: string;
  /** Address of the page, as `addressKey` gives it. */
  readonly address: string;
  /** Number of the page, which no other page of its domain has. */
  readonly number: number;
  /** Score by its words, above 0; comparable within one list. */
  readonly score: number;
  /** Number of other sites whose links to it have the words. */
  readonly pointers: number;
  /** 0–1000 */
  readonly rank: number;
  readonly country: string | null;
  readonly language: string | null;
  readonly fetchedAt: number;
  /** See `PageHead`. */
  readonly digest: number;
  /** Factor of its score; see `PageHead`. */
  readonly weight: number;
}

/** Preferences of a searcher. */
export interface Preference {
  /** Searchers who name sites (`site:`) want more than two pages of each. */
  readonly isOfSites: boolean;
  /** ISO 639-1. */
  readonly language: string;
  /** ISO 3166-1 alpha-2, upper case; null: none. */
  readonly country: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Shares of a score that the highest rank, the language and the country add to it. */
const RANK = 0.3;
const LANGUAGE = 0.25;
const COUNTRY = 0.1;
/** Share of a score that a page has more if it was fetched just now, and milliseconds after which half of it is gone. */
const FRESH = 0.05;
const FRESH_HALF_LIFE = 180 * 86_400_000;
/** Share of the best score that links of one other site add; those of n sites add log2(1 + n) times that, up to all of it. */
const POINTED = 0.2;
/** Digits of a score that count. */
const SCORE_DIGITS = 5;
/** Pages of a domain at most. */
const OF_A_DOMAIN = 2;

/**
 * The order of candidates, the best first: at most two of a domain that was not asked for, and of pages with the same text the best
 * one.
 *
 * @param lists candidates; those of an earlier list come before those of a later one, and count once
 */
export function ranked<C extends Candidate>(
  lists: readonly (readonly C[])[],
  preference: Preference,
  limit: number,
): readonly C[] {
  const results: C[] = [];
  const pages = new Set<string>();
  const digests = new Set<number>();
  const ofDomain = new Map<string, number>();
  for (const candidates of lists) {
    const best = candidates.reduce((most, { score }) => Math.max(most, score), 0);
    const scored = candidates.map((candidate) => ({
      candidate,
      score: scoreOf(candidate, best, preference),
    }));
    scored.sort((a, b) => b.score - a.score || compareIds(a.candidate, b.candidate));
    for (const { candidate } of scored) {
      if (results.length === limit) return results;
      const { domain, number, digest } = candidate;
      const before = ofDomain.get(domain) ?? 0;
      const id = `${domain} ${number}`;
      if (pages.has(id) || (before === OF_A_DOMAIN && !preference.isOfSites) || digests.has(digest)) continue;
      pages.add(id);
      ofDomain.set(domain, before + 1);
      if (digest !== 0) digests.add(digest);
      results.push(candidate);
    }
  }
  return results;
}

function scoreOf(candidate: Candidate, best: number, { language, country, now }: Preference): number {
  const { score, pointers, rank, weight } = candidate;
  const pointed = Math.min(1, POINTED * Math.log2(1 + pointers)) * (best === 0 ? 1 : best);
  const age = Math.max(0, now - candidate.fetchedAt);
  const full =
    (score * weight + pointed) *
    (1 + (RANK * rank) / 1_000) *
    (candidate.language === language ? 1 + LANGUAGE : 1) *
    (country !== null && candidate.country === country ? 1 + COUNTRY : 1) *
    (1 + FRESH * 2 ** (-age / FRESH_HALF_LIFE));
  // Scores of equal worth differ in their last digits: a storage may add numbers of 32 bits.
  return Number(full.toPrecision(SCORE_DIGITS));
}

function compareIds(a: Candidate, b: Candidate): number {
  if (a.domain !== b.domain) return a.domain < b.domain ? -1 : 1;
  if (a.address !== b.address) return a.address < b.address ? -1 : 1;
  return a.number - b.number;
}
