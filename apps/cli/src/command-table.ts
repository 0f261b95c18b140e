// The commands by what they are for, in the order of the help. Each is loaded from its own file under commands/ when it runs: crawling
// and serving take much to load.
import type { Command } from 'commander';

export interface CommandEntry {
  /** Heading that the help of the program lists it under. */
  readonly group: string;
  /** Its description, in a line. */
  readonly about: string;
  /** Loads it. */
  open(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  search: {
    group: 'Search',
    about: 'Find the domains, pages or versions of pages that a query matches',
    open: async () => (await import('./commands/search.ts')).searchCommand(),
  },
  lookup: {
    group: 'Search',
    about: 'Show what is known of the domains of a list',
    open: async () => (await import('./commands/lookup.ts')).lookupCommand(),
  },
  source: {
    group: 'Search',
    about: 'Print the stored source of a page',
    open: async () => (await import('./commands/source.ts')).sourceCommand(),
  },
  screenshot: {
    group: 'Search',
    about: 'Get the stored screenshot of a page',
    open: async () => (await import('./commands/screenshot.ts')).screenshotCommand(),
  },
  domains: {
    group: 'Search',
    about: 'Show, remove and block domains',
    open: async () => (await import('./commands/domains/index.ts')).domainsCommand(),
  },
  changes: {
    group: 'Search',
    about: 'Show what changed on sites',
    open: async () => (await import('./commands/changes.ts')).changesCommand(),
  },
  trends: {
    group: 'Search',
    about: 'Count the domains that fulfilled queries at the end of each day, week or month',
    open: async () => (await import('./commands/trends.ts')).trendsCommand(),
  },
  technologies: {
    group: 'Search',
    about:
      'List technologies with how many domains have them; check, try and update what they are recognised by',
    open: async () => (await import('./commands/technologies.ts')).technologiesCommand(),
  },
  lists: {
    group: 'Search',
    about: 'List, make and remove lists of domains, which queries name: list:suppliers',
    open: async () => (await import('./commands/lists.ts')).listsCommand(),
  },
  searches: {
    group: 'Search',
    about: 'List, save and remove searches that tell what appears and disappears',
    open: async () => (await import('./commands/searches.ts')).searchesCommand(),
  },
  translate: {
    group: 'Search',
    about: 'Put a query of another search engine into the query language',
    open: async () => (await import('./commands/translate.ts')).translateCommand(),
  },
  crawl: {
    group: 'Crawl and import',
    about: 'Crawl sites and index their source; ends when every site has an outcome',
    open: async () => (await import('./commands/crawl.ts')).crawlCommand(),
  },
  crawls: {
    group: 'Crawl and import',
    about: 'List, watch, cancel, delete and retry crawls, and list their sites',
    open: async () => (await import('./commands/crawls.ts')).crawlsCommand(),
  },
  schedules: {
    group: 'Crawl and import',
    about: 'List, make and remove schedules of crawls that are repeated',
    open: async () => (await import('./commands/schedules.ts')).schedulesCommand(),
  },
  import: {
    group: 'Crawl and import',
    about: 'Index pages that were fetched elsewhere; a newer capture of a URL replaces an older one',
    open: async () => (await import('./commands/import.ts')).importCommand(),
  },
  samples: {
    group: 'Crawl and import',
    about: 'Index the sample sites that come with sitegrep, for first searches; or remove them',
    open: async () => (await import('./commands/samples.ts')).samplesCommand(),
  },
  commoncrawl: {
    group: 'Crawl and import',
    about: 'Import captures of sites from Common Crawl: its crawls of some months, or of years',
    open: async () => (await import('./commands/commoncrawl.ts')).commonCrawlCommand(),
  },
  reanalyse: {
    group: 'Crawl and import',
    about: 'Analyse stored pages again, whose facts an earlier version gave; asks no host',
    open: async () => (await import('./commands/reanalyse.ts')).reanalyseCommand(),
  },
  ranks: {
    group: 'Crawl and import',
    about: 'Import and update the ranks that order search results',
    open: async () => (await import('./commands/ranks.ts')).ranksCommand(),
  },
  up: {
    group: 'Server',
    about: 'Run everything in one process: the API and the crawler',
    open: async () => (await import('./commands/up.ts')).upCommand(),
  },
  demo: {
    group: 'Server',
    about: 'Serve a small sample web on this machine, crawl it and search it; then go on serving',
    open: async () => (await import('./commands/demo.ts')).demoCommand(),
  },
  api: {
    group: 'Server',
    about: 'Run one API process of a cluster; start as many as you need',
    open: async () => (await import('./commands/api.ts')).apiCommand(),
  },
  worker: {
    group: 'Server',
    about: 'Run one worker process of a cluster, which crawls; start as many as you need',
    open: async () => (await import('./commands/up.ts')).workerCommand(),
  },
  renderer: {
    group: 'Server',
    about: 'Run one process of a cluster that crawls sites whose pages a browser renders',
    open: async () => (await import('./commands/up.ts')).rendererCommand(),
  },
  doctor: {
    group: 'Server',
    about: 'Check settings, data folder, services, ports and limits; report what is wrong and how to fix it',
    open: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  },
  stats: {
    group: 'Server',
    about: 'Show how many domains, pages and bytes are stored',
    open: async () => (await import('./commands/overview.ts')).statsCommand(),
  },
  config: {
    group: 'Server',
    about: 'Print every setting with its current value; secrets are masked',
    open: async () => (await import('./commands/overview.ts')).configCommand(),
  },
  index: {
    group: 'Index',
    about: 'Maintain the index of a data folder or of a cluster',
    open: async () => (await import('./commands/index/index.ts')).indexCommand(),
  },
  verify: {
    group: 'Index',
    about: 'Check the index: scan the stored sources for sample terms, and compare with search results',
    open: async () => (await import('./commands/verify.ts')).verifyCommand(),
  },
  backup: {
    group: 'Index',
    about: 'Back up the data folder into a new folder; it may be in use meanwhile',
    open: async () => (await import('./commands/backup.ts')).backupCommand(),
  },
  restore: {
    group: 'Index',
    about: 'Restore a backup into the data folder, which must be empty',
    open: async () => (await import('./commands/backup.ts')).restoreCommand(),
  },
  bench: {
    group: 'Index',
    about: 'Measure what an installation costs its machines',
    open: async () => (await import('./commands/bench.ts')).benchCommand(),
  },
  keys: {
    group: 'Keys',
    about: 'Create, list, rotate and revoke API keys; running servers follow within a second',
    open: async () => (await import('./commands/keys.ts')).keysCommand(),
  },
  audit: {
    group: 'Keys',
    about: 'List what was done with admin keys and on the command line, the latest first',
    open: async () => (await import('./commands/audit.ts')).auditCommand(),
  },
  login: {
    group: 'Tools',
    about: 'Check the address and key of a server, and store them as a profile',
    open: async () => (await import('./commands/login.ts')).loginCommand(),
  },
  open: {
    group: 'Tools',
    about: 'Open the page of a domain or of a search in the browser',
    open: async () => (await import('./commands/open.ts')).openCommand(),
  },
  detect: {
    group: 'Tools',
    about: 'Detect the technologies of pages, and show the evidence',
    open: async () => (await import('./commands/detect.ts')).detectCommand(),
  },
  mcp: {
    group: 'Tools',
    about: 'Serve tools for models over standard input and output (Model Context Protocol)',
    open: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  },
  'nuclei-queries': {
    group: 'Tools',
    about: 'Translate the search queries of nuclei templates, and count what they find in the index',
    open: async () => (await import('./commands/nuclei-queries.ts')).nucleiQueriesCommand(),
  },
  providers: {
    group: 'Tools',
    about: 'Check whether the providers work',
    open: async () => (await import('./commands/providers/index.ts')).providersCommand(),
  },
  completion: {
    group: 'Tools',
    about: 'Print a script that completes commands and options in a shell',
    open: async () => (await import('./commands/completion.ts')).completionCommand(),
  },
};
