/** Texts of the first steps, on the page of the search. */
export const FIRST_TEXT = {
  title: 'First steps',
  dismiss: 'Hide the first steps',
  done: 'done',
  open: 'to do',
  samples: {
    title: 'Something to search for',
    lead: (sites: string) =>
      `${sites}, which sitegrep brings along: invented, some with a past. No host gets a request.`,
    add: 'Look at the sample sites',
    adding: 'Adding the sample sites …',
    there: (sites: string) => `${sites} are in the index. Each of these finds something on them:`,
    among: (sites: string) => `${sites} are among them.`,
    remove: 'Remove the sample sites',
    removing: 'Removing …',
  },
  contact: {
    title: 'Say who crawls',
    lead: 'Owners of crawled sites see it in the User-Agent. It is a setting of the server, which is read at its start:',
    is: 'Owners of crawled sites see:',
    line: 'export SITEGREP_CONTACT=https://your.site/about-our-crawler',
  },
  crawl: {
    title: 'Crawl sites of your own',
    label: 'Domains or URLs, one a line',
    start: 'Start the crawl',
    hint: 'Ten pages of each. The page of crawls has more options.',
    other: 'More options',
    captures: 'Import captures (WARC)',
  },
  key: {
    title: 'A key for a program',
    lead: 'A program searches over HTTP with a key of its own, which can be revoked alone.',
    make: 'Make a key for searches',
    name: 'first program',
    once: 'The key is shown this once. With it, this finds something:',
  },
} as const;
