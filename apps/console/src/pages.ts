// The pages of the console. The router, the rail, the keys, the paths at which the API answers with the console, the table in
// docs/console.md and the tests in a browser follow from this table. It is plain data, which the API reads without React.
import type { KeyScope } from '@sitegrep/client';

interface ConsolePage {
  /** Path of its address; a part that begins with `$` stands for any. */
  readonly path: `/${string}`;
  /** Name in the rail and in the title of the window, where the page does not give another one. */
  readonly title: string;
  /** Parameters of its address: everything of its state that somebody may want to share. */
  readonly parameters: readonly string[];
}

interface RailPage extends ConsolePage {
  /** Scopes of which a key needs any to see the page in the rail. */
  readonly scopes: readonly KeyScope[];
  /** Key that goes to the page after `g`. */
  readonly key: string;
}

/** A page that links lead to. */
interface LinkedPage extends ConsolePage {
  /** Page of the rail that it belongs to; null: none. */
  readonly within: string | null;
}

/** The pages, those of the rail in its order. */
export const PAGES = {
  search: {
    path: '/search',
    title: 'Search',
    scopes: ['search'],
    key: 's',
    parameters: ['q', 'level', 'order', 'context', 'counts', 'site', 'url', 'offset', 'part', 'at'],
  },
  changes: {
    path: '/changes',
    title: 'Changes',
    scopes: ['search'],
    key: 'h',
    parameters: ['q', 'order', 'kind'],
  },
  trends: {
    path: '/trends',
    title: 'Trends',
    scopes: ['search'],
    key: 't',
    parameters: ['q', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q9', 'q10', 'by', 'from', 'to'],
  },
  saved: { path: '/saved', title: 'Saved', scopes: ['search'], key: 'v', parameters: [] },
  technologies: {
    path: '/technologies',
    title: 'Technologies',
    scopes: ['admin'],
    key: 'e',
    parameters: ['tab', 'search', 'q'],
  },
  crawls: { path: '/crawls', title: 'Crawls', scopes: ['admin'], key: 'c', parameters: ['sites'] },
  schedules: { path: '/schedules', title: 'Schedules', scopes: ['admin'], key: 'd', parameters: [] },
  import: { path: '/import', title: 'Import', scopes: ['admin'], key: 'm', parameters: [] },
  blocked: { path: '/blocked', title: 'Blocked', scopes: ['admin'], key: 'b', parameters: [] },
  providers: {
    path: '/providers',
    title: 'Providers',
    scopes: ['serp', 'video', 'admin'],
    key: 'p',
    parameters: [
      'operation',
      'keyword',
      'video_id',
      'language_code',
      'location_code',
      'device',
      'os',
      'depth',
      'client',
    ],
  },
  keys: { path: '/keys', title: 'Keys', scopes: ['admin'], key: 'k', parameters: ['new'] },
  audit: { path: '/audit', title: 'Audit', scopes: ['admin'], key: 'a', parameters: ['action', 'key'] },
  index: {
    path: '/index',
    title: 'Index',
    scopes: ['admin'],
    key: 'i',
    parameters: ['tab', 'find', 'changed'],
  },
  domain: {
    path: '/domains/$domain',
    title: 'Domain',
    within: 'search',
    parameters: ['q', 'tab', 'url', 'part', 'match', 'digest', 'offset', 'at', 'from', 'look', 'kind', 'all'],
  },
  technology: { path: '/trends/$technology', title: 'Technology', within: 'trends', parameters: [] },
  savedSearch: { path: '/saved/$id', title: 'Saved search', within: 'saved', parameters: [] },
  crawl: { path: '/crawls/$id', title: 'Crawl', within: 'crawls', parameters: ['outcome'] },
  leave: { path: '/leave', title: 'Leave', within: null, parameters: ['to'] },
} as const satisfies Readonly<Record<string, RailPage | LinkedPage>>;

export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[];

export type NameInRail = {
  [Name in PageName]: (typeof PAGES)[Name] extends RailPage ? Name : never;
}[PageName];
export type PathInRail = (typeof PAGES)[NameInRail]['path'];

/** Names of the pages of the rail, in its order. */
export const RAIL = PAGE_NAMES.filter((name): name is NameInRail => 'scopes' in PAGES[name]);

/** Names of the pages in the rail that a key with some scopes sees. */
export function railFor(scopes: readonly KeyScope[]): readonly NameInRail[] {
  return RAIL.filter((name) => PAGES[name].scopes.some((scope) => scopes.includes(scope)));
}

/** Name of the page at a path; null: there is no such page. */
export function pageAt(path: string): PageName | null {
  const parts = path.split('/');
  const isAt = (name: PageName): boolean => {
    const own = PAGES[name].path.split('/');
    return (
      own.length === parts.length && own.every((part, index) => part === parts[index] || part.startsWith('$'))
    );
  };
  return PAGE_NAMES.find(isAt) ?? null;
}

/** Name of the page in the rail that the page at a path is, or belongs to; null: there is none. */
export function railPageAt(path: string): NameInRail | null {
  const name = pageAt(path);
  if (name === null) return null;
  const page: RailPage | LinkedPage = PAGES[name];
  const owner = 'within' in page ? page.within : name;
  return RAIL.find((one) => one === owner) ?? null;
}

/** First parts of the paths of pages; the empty one is the start of the console. */
export const FIRST_PARTS: ReadonlySet<string> = new Set([
  '',
  ...PAGE_NAMES.map((name) => PAGES[name].path.split('/')[1] ?? ''),
]);

/** Purposes of the pages, as docs/console.md tells them. */
export const PURPOSES: Readonly<Record<PageName, string>> = {
  search:
    'a [query](search.md) with its total while you type, facets that write the query, queries that you keep, exports',
  changes:
    '[what visits of all sites changed](history.md), newest first: a query with `added:`, `removed:`, `at:` and `by:`, facets by month and by what was added or removed',
  trends:
    '[how many domains fulfilled queries](history.md#trends) by day, week or month: up to ten lines, each point of which leads to the changes of its time',
  saved:
    '[searches that are saved](alerts.md) and tell when a domain begins or ends to fulfil them: how many do, what happened last, whether deliveries fail',
  technologies:
    '[technologies of your own](technologies.md): what there is and which domains have it, what is not taken, how far stored pages are judged; an editor that shows matches while you type, and a form that shows why a fingerprint matches',
  crawls: 'see what the server takes of a list, submit it under a name, see all crawls',
  schedules:
    '[crawls that are repeated](watching.md#schedules): say when in words, see the next runs before saving and what the last one found, change, pause, delete',
  import: '[captures](importing.md) and [lists of ranks](ranks.md) into the index',
  blocked: 'domains that are [kept out](takedown.md)',
  providers:
    'who answers [the four operations](providers.md), how each provider does, its budget, and a form to try it; nothing is sent before you press Send',
  keys: 'create, rotate and revoke keys, end sessions; a secret is shown once',
  audit:
    'the [audit log](keys.md#the-audit-log): who did what to what, by name, with filters by action and key',
  index:
    'size by day, segments, pages that crawls brought; with `tab=checks`, `settings` and `metrics`, the findings of `sitegrep doctor`, the settings in force with secrets hidden, metrics at a glance',
  domain:
    'an answer at a glance: matches of the query, technologies by group with what came and went, history as bars, contacts, hosts, related sites, facts with their evidence, and what can be done with it; technologies with what showed them, headers, cookies, files, certificate and icon that the site answers with, pages with their screenshots, links and redirects in and out, visits; with `tab=history`, when its [labels](history.md) came and went; with `tab=source`, a stored source as text, highlighted, with all matches of a query and an indented form beside it; with `tab=versions`, the [versions](configuration.md#process) of a page, and how two of them differ',
  technology:
    'how a technology spread in twelve months: how many domains had it, how many got and lost it, what it came instead of and what replaced it, its versions',
  savedSearch:
    'a saved search: its domains over time, its events as they happen, deliveries with what receivers answered, a test, its feeds; change and delete it',
  crawl:
    'watch the sites of a crawl live, pages a minute as a line, why sites failed and what to do, crawl those again, submit all again, cancel, delete',
  leave: 'the whole address of a site, before it is opened',
};
