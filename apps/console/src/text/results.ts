/** Texts of the results of a search, and of the source beside them. */
export const RESULTS_TEXT = {
  open: 'open source',
  openSource: 'Show it in the source',
  cut: 'Left out of a long line',
  context: 'Lines around',
  linesAround: (lines: number) => (lines === 1 ? '1 line around' : `${lines} lines around`),
  versionsOfPage: (count: string) => `${count} versions`,
  changed: {
    added: (kind: string, day: string) => `New since ${day}, ${kind}`,
    removed: (kind: string, day: string) => `Gone since ${day}, ${kind}`,
  },
  moreChanged: (count: string) => `${count} more changed`,
} as const;

export const PANE_TEXT = {
  label: 'Source of the result',
  close: 'Close the source (Esc)',
  line: (at: string, all: string) => `line ${at} of ${all}`,
  link: 'Copy link',
  linkHint: 'A link to this match that holds when the page has changed',
  whole: 'Open',
  versions: 'versions',
  since: (day: string) => `since ${day}`,
  noPage: 'No page of this domain is stored',
} as const;

/** Notes on a link to a match in a page that was visited again since the link was made. */
export const LINKED_TEXT = {
  since: (first: string) => `This source stands since ${first}.`,
  between: (first: string, last: string) => `This source stood from ${first} to ${last}.`,
  stored: 'The page has changed since the link was made, or is gone.',
  alike:
    'What changes on every visit is another value than in the source that the link was made for, so the offset may be a little off.',
  gone: 'The source that this link was made for is not stored any more. This is the page as it is stored now, in which the match may stand elsewhere or not at all.',
  now: 'Show the page as it stands',
} as const;

export const FACETS_TEXT = {
  order: 'First',
  orders: { peculiar: 'what is peculiar', most: 'most frequent' },
  find: (facet: string) => `Find a value: ${facet}`,
  implied: 'Only implied by others in most of these domains',
  lift: (lift: number | null) =>
    lift === null
      ? undefined
      : `${lift < 10 ? lift.toFixed(1) : Math.round(lift)} times as frequent as in the whole index`,
} as const;

/** Words of the line that says how a query was read. */
export const READING_TEXT = {
  read: 'read as',
  asItStands: 'one text',
  pattern: 'pattern',
  and: 'and',
  or: 'or',
  near: 'near',
  without: 'without',
  samePage: 'on one page:',
  sameChange: 'in one change:',
  further: '…',
  fields: {
    re: 'pattern',
    word: 'whole word',
    lit: 'text',
    in: 'in',
    case: 'case counts:',
    site: 'site',
    has: 'has',
  },
  words: 'All these words',
  text: 'As it stands',
} as const;

/** Texts on a search that takes long. */
export const PROGRESS_TEXT = {
  label: 'Progress of the search',
  slow: 'The search takes longer than a second. It can be cancelled.',
  searching: 'Searching …',
  lookedAt: (done: string, candidates: string) => `${done} of ${candidates} looked at`,
  cancelled: 'The search was cancelled.',
} as const;
