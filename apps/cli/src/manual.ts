// The end of each command's help: examples, the most important settings, exit codes.
import { EXIT } from './failure.ts';

export interface ManualEntry {
  /** Command lines for the shell, each with a description of what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Names of the settings that matter most to the command. */
  readonly settings: readonly string[];
  /** Meaning of exit code 1; absent if the command never ends with it. */
  readonly negative?: string;
}

const STORAGE = ['SITEGREP_STORAGE', 'SITEGREP_DATA_DIR', 'SITEGREP_ELASTICSEARCH_NODES'];
const CRAWLING = [
  'SITEGREP_CONTACT',
  'SITEGREP_CRAWL_DELAY',
  'SITEGREP_SITES_IN_FLIGHT',
  'SITEGREP_HTTP_PROXY',
];
const LISTENING = ['SITEGREP_HOST', 'SITEGREP_PORT', 'SITEGREP_ADMIN_KEY'];
const FOLDER = ['SITEGREP_DATA_DIR'];
const SERVER = ['SITEGREP_URL', 'SITEGREP_KEY', 'SITEGREP_DATA_DIR'];

/** Manual entries by command path, such as `index stats`. A group of commands (`index`) has no entry. */
export const MANUAL: Readonly<Record<string, ManualEntry>> = {
  up: {
    examples: [
      ['sitegrep up', 'Serve http://127.0.0.1:8080 and crawl, with the data in ./data'],
      ['SITEGREP_DATA_DIR=/srv/sitegrep SITEGREP_PORT=80 sitegrep up', 'Use another data folder and port'],
    ],
    settings: [...LISTENING, ...FOLDER, ...CRAWLING],
  },
  api: {
    examples: [
      [
        'SITEGREP_STORAGE=elasticsearch SITEGREP_QUEUE=redis sitegrep api',
        'Start one API process of a cluster',
      ],
    ],
    settings: [...LISTENING, 'SITEGREP_METRICS_PORT', 'SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_REDIS_URL'],
  },
  worker: {
    examples: [
      [
        'SITEGREP_STORAGE=elasticsearch SITEGREP_QUEUE=redis sitegrep worker',
        'Start one worker process of a cluster',
      ],
    ],
    settings: [...CRAWLING, 'SITEGREP_METRICS_PORT', 'SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_REDIS_URL'],
  },
  renderer: {
    examples: [
      [
        'SITEGREP_STORAGE=elasticsearch SITEGREP_QUEUE=redis sitegrep renderer',
        'Start one process of a cluster that crawls sites whose pages are rendered',
      ],
    ],
    settings: [
      'SITEGREP_CHROMIUM',
      ...CRAWLING,
      'SITEGREP_METRICS_PORT',
      'SITEGREP_ELASTICSEARCH_NODES',
      'SITEGREP_REDIS_URL',
    ],
  },
  crawl: {
    examples: [
      ['sitegrep crawl example.com example.org', 'Crawl two sites'],
      [
        'sitegrep crawl domains.txt --max-pages 5 --max-depth 1',
        'Crawl a list of sites: the start page of each, and up to four pages that it links to',
      ],
      [
        'sitegrep crawl top-1m.csv.gz --revisit-after-days 7',
        'Crawl only the sites that were not visited in the last 7 days',
      ],
      ['sitegrep crawl --resume', 'Continue the crawls that were interrupted'],
    ],
    settings: [...STORAGE, ...CRAWLING, 'SITEGREP_WARC_DIR'],
  },
  'crawls list': {
    examples: [['sitegrep crawls list', 'Show the last 20 crawls']],
    settings: SERVER,
  },
  'crawls show': {
    examples: [['sitegrep crawls show ID', 'Show the outcomes of a crawl']],
    settings: SERVER,
  },
  'crawls sites': {
    examples: [
      ['sitegrep crawls sites ID --failed', 'List the sites that were not indexed, with reasons'],
      ['sitegrep crawls sites ID --outcome timed_out --json', 'Print the sites that were too slow as JSON'],
    ],
    settings: SERVER,
  },
  'crawls watch': {
    examples: [['sitegrep crawls watch ID', 'Watch a crawl of a running server until it has ended']],
    settings: SERVER,
  },
  'crawls cancel': {
    examples: [['sitegrep crawls cancel ID', 'Begin no further site of a crawl']],
    settings: SERVER,
  },
  'crawls delete': {
    examples: [['sitegrep crawls delete ID', 'Remove the records of a crawl that has ended']],
    settings: SERVER,
  },
  'crawls retry': {
    examples: [['sitegrep crawls retry ID', 'Crawl the sites that failed again']],
    settings: SERVER,
  },
  'schedules list': {
    examples: [['sitegrep schedules list', 'Show all schedules with their next runs']],
    settings: SERVER,
  },
  'schedules show': {
    examples: [['sitegrep schedules show nightly', 'Print a schedule with its sites']],
    settings: SERVER,
  },
  'schedules put': {
    examples: [['sitegrep schedules put nightly nightly.json', 'Make or replace a schedule']],
    settings: SERVER,
  },
  'schedules delete': {
    examples: [['sitegrep schedules delete nightly', 'Remove a schedule']],
    settings: SERVER,
  },
  'lists list': {
    examples: [['sitegrep lists list', 'Show all lists of domains; "sitegrep lists" does as well']],
    settings: SERVER,
  },
  'lists show': {
    examples: [
      ['sitegrep lists show suppliers', 'Print how many domains it has, and how many are stored'],
      ['sitegrep lists show suppliers --domains', 'Print its domains'],
    ],
    settings: SERVER,
  },
  'lists put': {
    examples: [['sitegrep lists put suppliers suppliers.txt', 'Make the list, or replace its domains']],
    settings: SERVER,
  },
  'lists add': {
    examples: [['sitegrep lists add suppliers shop.example', 'Add a domain']],
    settings: SERVER,
  },
  'lists remove': {
    examples: [['sitegrep lists remove suppliers shop.example', 'Remove a domain']],
    settings: SERVER,
  },
  'searches list': {
    examples: [['sitegrep searches list', 'Show all saved searches; "sitegrep searches" does as well']],
    settings: SERVER,
  },
  'searches show': {
    examples: [
      ['sitegrep searches show new-shops', 'Print it with its count and the addresses of its feeds'],
    ],
    settings: SERVER,
  },
  'searches put': {
    examples: [
      ['sitegrep searches put new-shops tech:Shopify country:DE', 'Save the search'],
      [
        'sitegrep searches put suppliers list:suppliers host:evil.example --webhook https://hooks.example.com/',
        'Have a receiver told when a domain of a list loads from a host',
      ],
      [
        `sitegrep searches put new-shops tech:Shopify --mail me@shop.example --every day --report '0 8 * * 1' --report-format xlsx`,
        'Mail a workbook each Monday, and the news each day',
      ],
    ],
    settings: SERVER,
  },
  'searches events': {
    examples: [
      ['sitegrep searches events new-shops', 'Show what appeared and disappeared last'],
      ['sitegrep searches events new-shops --follow', 'Print each event as it happens'],
    ],
    settings: SERVER,
  },
  'searches deliveries': {
    examples: [['sitegrep searches deliveries new-shops', 'Show what was sent, and what was answered']],
    settings: SERVER,
  },
  'searches replay': {
    examples: [
      [
        'sitegrep searches replay new-shops msg_2KWPBgLlAfxdpx2AI54p',
        'Send a message again that was given up',
      ],
    ],
    settings: SERVER,
  },
  'searches test': {
    examples: [['sitegrep searches test new-shops', 'Send a test message, and print what is answered']],
    settings: SERVER,
  },
  'searches report': {
    examples: [
      ['sitegrep searches report new-shops', 'Make a report now, and have it sent'],
      ['sitegrep searches report new-shops --output shops.csv', 'Save its file as well'],
    ],
    settings: SERVER,
  },
  'searches delete': {
    examples: [['sitegrep searches delete new-shops', 'Remove the search']],
    settings: SERVER,
  },
  'lists delete': {
    examples: [['sitegrep lists delete suppliers', 'Remove the list']],
    settings: SERVER,
  },
  changes: {
    examples: [
      ['sitegrep changes --since 7d', 'Show what changed on all sites in a week'],
      [
        'sitegrep changes added:tech:Shopify removed:tech:WooCommerce --facet month',
        'Count the sites that went from one shop to another, by months',
      ],
      ['sitegrep changes --domain shop.example --all', 'Show all changes of a domain'],
      ['sitegrep changes by:any --feed > changes.ndjson', 'Read all changes as they were recorded'],
      [
        'sitegrep changes by:any --follow TOKEN >> changes.ndjson',
        'Go on with those that were recorded since',
      ],
    ],
    settings: STORAGE,
    negative: 'nothing found',
  },
  search: {
    examples: [
      ['sitegrep search brevo.com OR sibforms.com', 'Find sites that have either text'],
      [
        String.raw`sitegrep search 'inline:/UA-\d{4,9}-\d/ country:DE,AT NOT cookiebot'`,
        'Find by a regular expression in inline scripts, conditions, and what must be missing',
      ],
      ["sitegrep search 'comment:password' --pages --snippets", 'Find pages, and show where they have it'],
      [
        "sitegrep search 'wp-content' --order visited,desc -n 50",
        'Show 50 domains, the most recently visited first',
      ],
      ["sitegrep search -l 'gtag(' > found.txt", 'Write the names of all domains that match'],
      ["sitegrep search -o '/UA-\\d{4,9}-\\d/'", 'Print only what matched'],
      ["sitegrep search --term 'gtag(' --all --json", 'Print every match as one line of JSON'],
      ["sitegrep search 'wp-content tech:WooCommerce' --format csv", 'Export every match as CSV'],
      [
        "sitegrep search wp-content --extract 'h1=css:h1' --extract 'action[]=css:form@action'",
        'Show the first heading and the actions of all forms of each match',
      ],
      [
        "sitegrep search --term 'gtag(' --fields domain,title,email --format xlsx --out found.xlsx",
        'Write every match to a workbook of Excel',
      ],
      [
        'sitegrep search category:cms --facet tech --facet country --top 5',
        'Count what matches, by technology and by country',
      ],
    ],
    settings: STORAGE,
    negative: 'nothing found',
  },
  translate: {
    examples: [
      [
        `sitegrep translate fofa 'body="gtag(" && title="shop"'`,
        'Print the query that sitegrep takes for one of FOFA',
      ],
      [
        `sitegrep search "$(sitegrep translate publicwww '"cdn.shopify.com" jquery')"`,
        'Find what a query of PublicWWW means',
      ],
    ],
    settings: ['none'],
  },
  login: {
    examples: [
      [
        'sitegrep login https://search.example.com',
        'Store the server as the profile "default", and ask for its key',
      ],
      [
        'sitegrep login https://search.example.com --profile work < key.txt',
        'Store it as another one, with a key from a file',
      ],
    ],
    settings: ['SITEGREP_KEY', 'SITEGREP_PROFILE'],
  },
  open: {
    examples: [
      ['sitegrep open example.com', 'Open what is known of a domain'],
      ["sitegrep open 'tech:Shopify country:DE'", 'Open a search'],
    ],
    settings: SERVER,
  },
  mcp: {
    examples: [
      ['sitegrep mcp', 'Serve the index of the data folder to the program that starts the command'],
      [
        'sitegrep mcp --url https://search.example.com',
        'Serve that of a server, with the key in SITEGREP_KEY',
      ],
    ],
    settings: SERVER,
  },
  'technologies list': {
    examples: [
      [
        'sitegrep technologies list --category cms',
        'List content management systems with how many sites have them',
      ],
      ['sitegrep technologies list woocommerce --country DE', 'Count the versions of one in a country'],
    ],
    settings: STORAGE,
    negative: 'nothing found',
  },
  'technologies check': {
    examples: [['sitegrep technologies check own.yaml', 'Name each part of a file that is not taken']],
    settings: ['SITEGREP_TECHNOLOGIES'],
    negative: 'a part is not taken',
  },
  'technologies test': {
    examples: [
      [
        'sitegrep technologies test own.yaml --on example.com',
        'Show by what the stored pages of a site show them, and what they lack',
      ],
    ],
    settings: STORAGE,
    negative: 'no page shows any of them',
  },
  'technologies update': {
    examples: [
      ['sitegrep technologies update webappanalyzer/src', 'Take a newer public set'],
      ['sitegrep technologies update --built-in', 'Take the one that is part of this version again'],
    ],
    settings: STORAGE,
  },
  'technologies in-use': {
    examples: [
      ['sitegrep technologies in-use', 'Tell which set is in use, and how far pages are judged by it'],
    ],
    settings: STORAGE,
  },
  trends: {
    examples: [
      ["sitegrep trends 'tech:Shopify' 'tech:Magento'", 'Count the sites of two platforms, month by month'],
      [
        "sitegrep trends 'host:*.hotjar.com country:DE' --by week --from 2026-07-01",
        'Count the German sites that name a host, week by week',
      ],
    ],
    settings: SERVER,
  },
  import: {
    examples: [
      ['sitegrep import crawl-00000.warc.gz', 'Import a WARC file, from Common Crawl for example'],
      [
        'sitegrep import crawl.wacz old/*.arc.gz',
        'Import a WACZ of Browsertrix and ARCs of the Internet Archive',
      ],
      ['curl -s https://example.org/captures.warc.gz | sitegrep import -', 'Import while downloading'],
    ],
    settings: STORAGE,
    negative: 'no page was imported',
  },
  commoncrawl: {
    examples: [
      [
        'sitegrep commoncrawl --hosts shops.txt --path / --dry-run',
        'Tell what it takes to import the home pages of a list from the latest crawl',
      ],
      [
        'sitegrep commoncrawl --crawl CC-MAIN-2025-51 --crawl CC-MAIN-2026-04 --list suppliers',
        'Import all pages of the sites of a list from two crawls, which gives them a history',
      ],
      ['sitegrep commoncrawl --tld de --path / --languages deu', 'Import German home pages below .de'],
      ['sitegrep commoncrawl --stop', 'Stop the import that goes on'],
    ],
    settings: [...SERVER, 'SITEGREP_COMMONCRAWL_URL', 'SITEGREP_CONTACT', 'SITEGREP_ANALYSIS_THREADS'],
    negative: 'no record was found, or the import was stopped',
  },
  samples: {
    examples: [
      ['sitegrep samples', 'Have something to search for, with searches that find it'],
      ['sitegrep samples --remove', 'Remove the sample sites'],
    ],
    settings: SERVER,
  },
  reanalyse: {
    examples: [
      ['sitegrep reanalyse', 'Bring all stored pages up to date after an update of sitegrep'],
      ["sitegrep reanalyse 'tech:WordPress'", 'Bring the pages of these domains up to date'],
      ['sitegrep reanalyse --stop', 'Stop the run that goes on'],
    ],
    settings: [...SERVER, 'SITEGREP_ANALYSIS_THREADS'],
    negative: 'the run was stopped',
  },
  detect: {
    examples: [
      ['sitegrep detect example.com', 'Fetch the home page as a crawl would, and detect its technologies'],
      [
        "curl -s https://example.com/ | sitegrep detect - --url https://example.com/ --header 'Server: nginx'",
        'Examine a page that another program fetched',
      ],
      [
        'sitegrep detect captures.warc.gz --category content.cms --limit 100 --json',
        'List the CMS of each of the first 100 pages',
      ],
    ],
    settings: ['SITEGREP_HTTP_PROXY', 'SITEGREP_ROBOTS', 'SITEGREP_ANALYSIS_THREADS'],
    negative: 'no technology found',
  },
  lookup: {
    examples: [
      ['sitegrep lookup domains.txt', 'Show what is known of the domains of a list'],
      [
        'sitegrep lookup domains.txt --fields domain,title,email,phone_numbers --format csv --out known.csv',
        'Write facts of every domain of a list to a file',
      ],
      [
        'sitegrep lookup domains.txt --evidence --json',
        'Print the technologies of each domain with what matched where',
      ],
      ['sitegrep lookup domains.txt --missing | sitegrep crawl -', 'Crawl the domains that are not stored'],
    ],
    settings: SERVER,
    negative: 'none of the domains is stored',
  },
  'nuclei-queries': {
    examples: [
      [
        'sitegrep nuclei-queries nuclei-templates/http',
        'Show the queries of templates in the query language',
      ],
      [
        'sitegrep nuclei-queries nuclei-templates/http --count --format csv --out counts.csv',
        'Count the domains that each of them finds',
      ],
    ],
    settings: SERVER,
    negative: 'no query of a template can be asked; with --count: none finds a domain',
  },
  source: {
    examples: [
      ['sitegrep source https://example.com/', 'Print the stored source of a page'],
      ['sitegrep source https://example.com/ --out page.html', 'Write it to a file'],
    ],
    settings: SERVER,
    negative: 'the page is not stored',
  },
  screenshot: {
    examples: [
      [
        'sitegrep screenshot https://example.com/ --out page.webp',
        'Write the screenshot of a page that was rendered to a file',
      ],
      [
        'sitegrep screenshot https://example.com/ --thumbnail > small.webp',
        'Give its thumbnail to a program',
      ],
    ],
    settings: SERVER,
    negative: 'the page is not stored, or has no screenshot',
  },
  'domains show': {
    examples: [
      ['sitegrep domains show example.com', 'Show its facts, its pages and any block'],
      ['sitegrep domains show example.com --evidence', 'Show its technologies, with what matched where'],
    ],
    settings: STORAGE,
    negative: 'nothing is stored for the domain',
  },
  'domains answers': {
    examples: [
      [
        'sitegrep domains answers example.com',
        'Show its well-known files, certificate and icon, and the headers and cookies of its pages',
      ],
      ['sitegrep domains answers example.com --file robots.txt', 'Print its robots.txt as it is stored'],
    ],
    settings: STORAGE,
    negative: 'nothing is stored for the domain, or no such file',
  },
  'domains versions': {
    examples: [['sitegrep domains versions https://example.com/', 'List what stood on a page, and when']],
    settings: STORAGE,
    negative: 'nothing is or was stored of the page',
  },
  'domains diff': {
    examples: [
      ['sitegrep domains diff https://example.com/', 'Show what the last change of a page was'],
      ['sitegrep domains diff https://example.com/ 17 31', 'Compare two versions of a page'],
    ],
    settings: STORAGE,
    negative: 'nothing is stored of the page, or no such version',
  },
  'domains history': {
    examples: [
      ['sitegrep domains history example.com', 'List what came to a site and what went, by time'],
      [
        'sitegrep domains history example.com --kind tech --all',
        'Show when each of its technologies was first and last seen',
      ],
    ],
    settings: STORAGE,
    negative: 'nothing is stored for the domain',
  },
  'domains third-parties': {
    examples: [
      [
        'sitegrep domains third-parties example.com',
        'List the analytics, ads and other services that it loads',
      ],
    ],
    settings: STORAGE,
    negative: 'nothing is stored for the domain',
  },
  'domains remove': {
    examples: [
      ["sitegrep domains remove example.com --reason 'requested by the owner'", 'Remove a site and block it'],
    ],
    settings: STORAGE,
  },
  'domains block': {
    examples: [["sitegrep domains block example.com --reason 'requested by the owner'", 'Block a site']],
    settings: STORAGE,
  },
  'domains unblock': {
    examples: [['sitegrep domains unblock example.com', 'Allow a site to be crawled and imported again']],
    settings: STORAGE,
  },
  'domains blocked': {
    examples: [['sitegrep domains blocked --json', 'List the blocked domains as lines of JSON']],
    settings: STORAGE,
  },
  'providers check': {
    examples: [
      ['sitegrep providers check --keyword otters --location 2826', 'Search for otters in Great Britain'],
    ],
    settings: [
      'SITEGREP_WEB_SERP_PROVIDERS',
      'SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS',
      'SITEGREP_VIDEO_INFO_PROVIDERS',
      'SITEGREP_VIDEO_SERP_PROVIDERS',
    ],
    negative: 'a provider failed',
  },
  'ranks import': {
    examples: [
      [
        'sitegrep ranks import top-1m.csv.gz --replace',
        'Replace all imported ranks with those of a newer list',
      ],
    ],
    settings: STORAGE,
  },
  'ranks update': {
    examples: [['sitegrep ranks update', 'Update the ranks after a large import into Elasticsearch']],
    settings: STORAGE,
  },
  'keys create': {
    examples: [
      ['sitegrep keys create --name reports --scope search', 'Create a key that may search'],
      [
        'sitegrep keys create --name ops --scope admin search --expires 2027-01-31',
        'Create a key that expires',
      ],
    ],
    settings: STORAGE,
  },
  'keys list': {
    examples: [['sitegrep keys list', 'List the keys, without their secrets']],
    settings: STORAGE,
  },
  'keys rotate': {
    examples: [
      [
        'sitegrep keys rotate 7c9e6679 --overlap 12h',
        'Replace the secret; the old one works for another 12 hours',
      ],
    ],
    settings: STORAGE,
  },
  'keys revoke': {
    examples: [['sitegrep keys revoke 7c9e6679', 'Revoke a key']],
    settings: STORAGE,
  },
  audit: {
    examples: [['sitegrep audit --action key.create --limit 0', 'List every key that was ever created']],
    settings: STORAGE,
  },
  doctor: {
    examples: [
      ['sitegrep doctor', 'Check everything before the first start, or when something does not work'],
      ['sitegrep doctor --json', 'Print the checks for a monitoring program'],
    ],
    settings: ['those of the process that is to be checked'],
    negative: 'a check failed (warnings do not count)',
  },
  verify: {
    examples: [['sitegrep verify --terms 200 --share 0.1', 'Check 200 terms in a tenth of the domains']],
    settings: STORAGE,
    negative: 'index and sources disagree',
  },
  'index stats': { examples: [['sitegrep index stats', 'List the segments and the logs']], settings: FOLDER },
  'index verify': {
    examples: [['sitegrep index verify', 'Check the data folder while no other process uses it']],
    settings: FOLDER,
  },
  'index merge': {
    examples: [['sitegrep index merge', 'Merge all segments after a large import']],
    settings: FOLDER,
  },
  'index rebuild': {
    examples: [['sitegrep index rebuild', 'Rebuild the index because a file is damaged']],
    settings: [...FOLDER, 'SITEGREP_INDEX_BUILD_MEMORY'],
  },
  'index migrate': {
    examples: [
      ['sitegrep index migrate --max-rate 50', 'Make the copies, and leave the cluster time for searches'],
      ['sitegrep index migrate --switch --drop-old', 'Let the copies take over, and delete the old indexes'],
    ],
    settings: ['SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_ELASTICSEARCH_SHARDS'],
  },
  'bench cluster': {
    examples: [
      ['sitegrep bench cluster --rounds 200', 'Measure what searches and puts cost your cluster'],
      [`sitegrep bench cluster --term jquery 'gtm.js?id='`, 'Measure searches for terms of your own'],
    ],
    settings: ['SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_ELASTICSEARCH_INDEX_PREFIX'],
  },
  'index resize': {
    examples: [['sitegrep index resize --shards 4', 'Make four shards of one, or of two']],
    settings: ['SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_ELASTICSEARCH_SHARDS'],
  },
  backup: {
    examples: [['sitegrep backup /backups/monday', 'Make a backup; "sitegrep up" may go on running']],
    settings: FOLDER,
  },
  restore: {
    examples: [
      [
        'SITEGREP_DATA_DIR=/srv/sitegrep sitegrep restore /backups/monday',
        'Restore a backup into another folder',
      ],
    ],
    settings: FOLDER,
  },
  stats: { examples: [['sitegrep stats', 'Show how much is stored']], settings: STORAGE },
  config: { examples: [['sitegrep config', 'List the settings and their values']], settings: ['all'] },
  demo: { examples: [['sitegrep demo --exit', 'Run the demo and exit']], settings: ['SITEGREP_PORT'] },
  completion: {
    examples: [
      ['eval "$(sitegrep completion bash)"', 'Put this line into ~/.bashrc'],
      ['source <(sitegrep completion zsh)', 'Put this line into ~/.zshrc, after compinit'],
      [
        'sitegrep completion fish > ~/.config/fish/completions/sitegrep.fish',
        'Install the completions for fish',
      ],
    ],
    settings: ['none'],
  },
};

/** @returns the end of a command's help; null if the manual has no entry for the path */
export function manualOf(path: string): string | null {
  const entry = MANUAL[path];
  if (entry === undefined) return null;
  const { examples, settings, negative } = entry;
  const lines = examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]);
  const codes = [
    `${EXIT.done} success`,
    ...(negative === undefined ? [] : [`${EXIT.negative} ${negative}`]),
    `${EXIT.failed} error`,
    `${EXIT.interrupted} interrupted`,
  ];
  return [
    '',
    'Examples:',
    ...lines,
    '',
    ...wrapped('Settings: ', `${settings.join(', ')} ("sitegrep config" lists all)`),
    ...wrapped('Exit codes: ', codes.join(', ')),
  ].join('\n');
}

const WIDTH = 80;

/** Breaks a text into lines of the usual width and indents all but the first. */
function wrapped(label: string, text: string): readonly string[] {
  const lines: string[] = [];
  let line = label.trimEnd();
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = `${line} ${word}`;
  }
  return [...lines, line];
}
