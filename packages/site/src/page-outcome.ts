/** Possible results of sending one page that somebody else fetched. The list is closed: a new result is a new entry. */
export const PAGE_OUTCOMES = [
  /** It is durable, and found by every later search. */
  'stored',
  /** It is stored already as it is. */
  'unchanged',
  /** A newer capture of it is stored, or one of the same time that is more complete. */
  'older',
  /** Its site has as much source as a site may have. */
  'site_full',
  'blocked_domain',
  /** It asks not to be indexed, and the crawl that captured it obeyed. */
  'noindex',
  'not_html',
  /** Its status is other than 2xx. */
  'not_success',
  /** Its answer has no content, or nothing but blanks. */
  'no_content',
  /** No answer came, or not all of it. */
  'no_answer',
  /** Its address is none of a page on a domain. */
  'bad_url',
  /** It is damaged, or not as the format wants it. */
  'broken',
  /** The input ends in the middle of it. */
  'cut_off',
  /** It could not be analysed within its limits of time and memory. */
  'crashed',
] as const;

export type PageOutcome = (typeof PAGE_OUTCOMES)[number];
