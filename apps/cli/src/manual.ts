// What the help of each command says besides its options: examples, the settings that matter most, how it ends.
import { EXIT } from './failure.ts';

export interface ManualEntry {
  /** A line for the shell, and what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** The settings that matter most to it; `…_` stands for all that begin so. */
  readonly settings: readonly string[];
  /** What exit code 1 says, if it can end so. */
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

/** By the names of the command. Groups of commands (`index`) have none. */
export const MANUAL: Readonly<Record<string, ManualEntry>> = {
  up: {
    examples: [
      ['sitegrep up', 'serve http://127.0.0.1:8080 and crawl, with data in ./data'],
      ['SITEGREP_DATA_DIR=/srv/sitegrep SITEGREP_PORT=80 sitegrep up', 'elsewhere'],
    ],
    settings: [...LISTENING, ...FOLDER, ...CRAWLING],
  },
  api: {
    examples: [['SITEGREP_STORAGE=elasticsearch SITEGREP_QUEUE=redis sitegrep api', 'one of any number']],
    settings: [...LISTENING, 'SITEGREP_METRICS_PORT', 'SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_REDIS_URL'],
  },
  worker: {
    examples: [['SITEGREP_STORAGE=elasticsearch SITEGREP_QUEUE=redis sitegrep worker', 'one of any number']],
    settings: [...CRAWLING, 'SITEGREP_METRICS_PORT', 'SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_REDIS_URL'],
  },
  crawl: {
    examples: [
      ['sitegrep crawl example.com example.org', 'the home pages of two sites'],
      ['sitegrep crawl domains.txt --max-pages 5 --max-depth 1', 'a list, and what its pages link to'],
      ['sitegrep crawl top-1m.csv.gz --revisit-after-days 7', 'what was not visited in a week'],
      ['sitegrep crawl --resume', 'go on where a crawl was interrupted'],
    ],
    settings: [...STORAGE, ...CRAWLING, 'SITEGREP_WARC_DIR'],
  },
  search: {
    examples: [
      ["sitegrep search 'cdn.shopify.com' 'gtag('", 'both in the source of a site'],
      ["sitegrep search 'wp-content' --order last_visited,desc -n 50", 'visited last, first'],
      ["sitegrep search 'gtag(' --all --json", 'every match, a line each'],
      ["sitegrep search 'gtag(' --snippets", 'with the places in their pages'],
      [
        "sitegrep search 'cdn.shopify.com' --exclude klaviyo.com --filter 'country_iso_code in DE,AT'",
        'fewer',
      ],
      ["sitegrep search 'wp-content' --filter 'technologies = WooCommerce' --format csv", 'a table of all'],
    ],
    settings: STORAGE,
    negative: 'nothing is found',
  },
  import: {
    examples: [
      ['sitegrep import crawl-00000.warc.gz', 'captures of Common Crawl and others'],
      ['curl -s https://example.org/captures.warc.gz | sitegrep import -', 'as they come'],
    ],
    settings: STORAGE,
  },
  detect: {
    examples: [
      ['sitegrep detect example.com', 'fetched as a crawl fetches it'],
      [
        "curl -s https://example.com/ | sitegrep detect - --url https://example.com/ --header 'Server: nginx'",
        'fetched by another program',
      ],
      ['sitegrep detect captures.warc.gz --category content.cms --limit 100 --json', 'of captures'],
    ],
    settings: ['SITEGREP_HTTP_PROXY', 'SITEGREP_ROBOTS', 'SITEGREP_ANALYSIS_THREADS'],
    negative: 'no page shows a technology',
  },
  'domains show': {
    examples: [['sitegrep domains show example.com', 'facts, pages, and what blocks it']],
    settings: STORAGE,
    negative: 'nothing is known of it',
  },
  'domains remove': {
    examples: [["sitegrep domains remove example.com --reason 'asked by the owner'", 'and keep it out']],
    settings: STORAGE,
  },
  'domains block': {
    examples: [["sitegrep domains block example.com --reason 'asked by the owner'", 'from now on']],
    settings: STORAGE,
  },
  'domains unblock': {
    examples: [['sitegrep domains unblock example.com', 'the next crawl may have it']],
    settings: STORAGE,
  },
  'domains blocked': {
    examples: [['sitegrep domains blocked --json', 'a line each']],
    settings: STORAGE,
  },
  'providers check': {
    examples: [
      ['sitegrep providers check --keyword otters --location 2826', 'searched for in Great Britain'],
    ],
    settings: [
      'SITEGREP_WEB_SERP_PROVIDERS',
      'SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS',
      'SITEGREP_VIDEO_INFO_PROVIDERS',
      'SITEGREP_VIDEO_SERP_PROVIDERS',
    ],
    negative: 'a provider did not answer',
  },
  'ranks import': {
    examples: [['sitegrep ranks import top-1m.csv.gz --replace', 'a new edition of the list']],
    settings: STORAGE,
  },
  'ranks update': {
    examples: [['sitegrep ranks update', 'after a large import, on Elasticsearch']],
    settings: STORAGE,
  },
  'keys create': {
    examples: [
      ['sitegrep keys create --name reports --scope search', 'may search'],
      ['sitegrep keys create --name ops --scope admin search --expires 2027-01-31', 'until then'],
    ],
    settings: STORAGE,
  },
  'keys list': { examples: [['sitegrep keys list', 'without their secrets']], settings: STORAGE },
  'keys rotate': {
    examples: [['sitegrep keys rotate 7c9e6679 --overlap 12h', 'the old secret works for half a day']],
    settings: STORAGE,
  },
  'keys revoke': {
    examples: [['sitegrep keys revoke 7c9e6679', 'at once, on every process']],
    settings: STORAGE,
  },
  audit: {
    examples: [['sitegrep audit --action key.create --limit 0', 'all keys that were made']],
    settings: STORAGE,
  },
  doctor: {
    examples: [
      ['sitegrep doctor', 'before the first start, or when something does not work'],
      ['sitegrep doctor --json', 'for a program that watches'],
    ],
    settings: ['all that the process has which it is about'],
    negative: 'something does not work (a warning is none)',
  },
  verify: {
    examples: [['sitegrep verify --terms 200 --share 0.1', 'in a tenth of the domains']],
    settings: STORAGE,
    negative: 'index and sources disagree',
  },
  'index stats': { examples: [['sitegrep index stats', 'segments, and what waits']], settings: FOLDER },
  'index verify': {
    examples: [['sitegrep index verify', 'while nothing else uses the folder']],
    settings: FOLDER,
  },
  'index merge': { examples: [['sitegrep index merge', 'after a large import']], settings: FOLDER },
  'index rebuild': {
    examples: [['sitegrep index rebuild', 'because a file is damaged']],
    settings: [...FOLDER, 'SITEGREP_INDEX_BUILD_MEMORY'],
  },
  'index migrate': {
    examples: [['sitegrep index migrate --drop-old', 'when all processes are of this version']],
    settings: ['SITEGREP_ELASTICSEARCH_NODES', 'SITEGREP_ELASTICSEARCH_SHARDS'],
  },
  backup: {
    examples: [['sitegrep backup /backups/monday', 'while `sitegrep up` goes on']],
    settings: FOLDER,
  },
  restore: {
    examples: [['SITEGREP_DATA_DIR=/srv/sitegrep sitegrep restore /backups/monday', 'into another folder']],
    settings: FOLDER,
  },
  stats: { examples: [['sitegrep stats', 'how much there is']], settings: STORAGE },
  config: { examples: [['sitegrep config', 'what is in effect']], settings: ['all'] },
  demo: { examples: [['sitegrep demo --exit', 'end after the searches']], settings: ['SITEGREP_PORT'] },
  completion: {
    examples: [
      ['eval "$(sitegrep completion bash)"', 'in ~/.bashrc'],
      ['source <(sitegrep completion zsh)', 'in ~/.zshrc, behind compinit'],
      ['sitegrep completion fish > ~/.config/fish/completions/sitegrep.fish', 'once'],
    ],
    settings: ['none'],
  },
};

/** The end of the help of a command. @param path names of the command; null if the manual has nothing of it */
export function manualOf(path: string): string | null {
  const entry = MANUAL[path];
  if (entry === undefined) return null;
  const { examples, settings, negative } = entry;
  const lines = examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]);
  const codes = [
    `${EXIT.done} ${negative === undefined ? 'done' : 'done or found'}`,
    ...(negative === undefined ? [] : [`${EXIT.negative} ${negative}`]),
    `${EXIT.failed} it could not be done`,
    `${EXIT.interrupted} interrupted`,
  ];
  return [
    '',
    'Examples:',
    ...lines,
    '',
    ...wrapped('Settings: ', `${settings.join(', ')} ("sitegrep config" prints all)`),
    ...wrapped('Exit codes: ', codes.join(', ')),
  ].join('\n');
}

const WIDTH = 80;

/** Breaks a text into lines of the usual width, those behind the first one indented. */
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
