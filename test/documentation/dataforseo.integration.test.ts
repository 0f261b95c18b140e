/*
 * The official clients of DataForSEO, as docs/dataforseo.md says: installed and run. Every operation is called with both, and
 * what they read is what the service's own operations answer.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Operation, OPERATIONS } from '@sitegrep/contract';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainsOf } from '../../apps/api/test/providers/chains.ts';
import { offerOf, VIDEO_ID } from '../../apps/api/test/providers/exchanges.ts';
import { documentOf, serve, type Served } from '../../apps/api/test/served-api.ts';
import { ensurePython } from '../../infra/dev/python-package.ts';
import { BASH, patternOf, type Runner, runPage } from './page.ts';
import { type SampleServer, startSampleServer } from './sample-server.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'dataforseo.md');

const JAVASCRIPT: Runner = {
  language: 'js',
  command: [process.execPath],
  head: '',
  print: (line) => `console.log('\\n${line}');`,
};
const PYTHON: Runner = {
  language: 'python',
  command: ['venv/bin/python'],
  head: '',
  print: (line) => `print('\\n${line}', flush=True)`,
};

/** Environment without the settings of sitegrep; registries may have settings of their own in it. */
const INHERITED = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith('SITEGREP_') ? [] : [[name, value]],
  ),
);

let sample: SampleServer;
let api: Served;
let key: string;
beforeAll(async () => {
  await ensurePython();
  sample = await startSampleServer();
  await writeFile(join(sample.folder, 'package.json'), '{"type":"module"}');
  await runPage(PAGE, BASH, sample.folder, INHERITED);
  api = await serve({ parts: (parts) => ({ ...parts, providers: chainsOf(offerOf()) }) });
  key = await api.key(['search', 'serp', 'video']);
  await api.storage.domains.put(SITES.map(wholeSite));
}, 600_000);
afterAll(async () => {
  await api.close();
  await sample.stop();
});

const CMS = { content: { blogs: ['WordPress'], cms: ['WordPress'] }, servers: { databases: ['MySQL'] } };
const SITES = [
  documentOf('teas.example', '<p>data-cart: tea</p>', {
    title: 'Teas of the world',
    description: 'All of them',
    metaKeywords: ['tea', 'kettle'],
    countryIsoCode: 'DE',
    languageCode: 'de',
    contentLanguageCode: 'en',
    emails: [linkedEmail('hello@teas.example')],
    profiles: [linkedProfile('https://social.example/teas')],
    phoneNumbers: [
      {
        number: '+441632960961',
        kind: 'phone',
        source: 'link',
        written: 'tel:+441632960961',
        url: 'https://teas.example/',
      },
    ],
    technologies: CMS,
  }),
  documentOf('kettles.example', '<p>cart data: tea</p>', { countryIsoCode: 'AT', technologies: CMS }),
  documentOf('plain.example', '<p>tea</p>'),
];

test.each([
  ['JavaScript', JAVASCRIPT, 1],
  ['Python', PYTHON, 1],
])('the %s of the page does what the page says', async (_language, runner, count) => {
  const access = { SITEGREP_URL: sample.url, SITEGREP_KEY: sample.key };
  const steps = await runPage(PAGE, runner, sample.folder, access);
  expect(steps).toHaveLength(count);
  for (const { line, printed, expected } of steps)
    expect(printed, `line ${line} of ${PAGE}`).toMatch(patternOf(expected ?? ''));
});

/** A call of an operation, by the names that the client in JavaScript has. */
interface Call {
  readonly api: 'DomainAnalyticsApi' | 'SerpApi';
  readonly method: string;
  /** Absent: a list. */
  readonly task?: object;
}

const DOMAINS = 'DomainAnalyticsApi';
const SERP = 'SerpApi';
const german = ['country_iso_code', '=', 'DE'];
const locale = { language_code: 'en', location_code: 2_840 };

/** Every operation, by its id. */
const CALLS: Readonly<Record<string, Call>> = {
  dataForSeoDomainsByHtmlTerms: {
    api: DOMAINS,
    method: 'technologiesDomainsByHtmlTermsLive',
    task: {
      search_terms: ['data-cart'],
      keywords: ['tea'],
      filters: [german, 'or', ['domain_rank', '>', 900]],
    },
  },
  dataForSeoDomainsByTechnology: {
    api: DOMAINS,
    method: 'technologiesDomainsByTechnologyLive',
    task: { technologies: ['wordpress'], order_by: ['domain,desc'], limit: 1 },
  },
  dataForSeoDomainTechnologies: {
    api: DOMAINS,
    method: 'technologiesDomainTechnologiesLive',
    task: { target: 'plain.example' },
  },
  dataForSeoTechnologiesSummary: {
    api: DOMAINS,
    method: 'technologiesTechnologiesSummaryLive',
    task: { categories: ['cms'], internal_list_limit: 1 },
  },
  dataForSeoAggregationTechnologies: {
    api: DOMAINS,
    method: 'technologiesAggregationTechnologiesLive',
    task: { technology: 'MySQL', order_by: ['technologies_count,desc'], limit: 3 },
  },
  dataForSeoTechnologyStats: {
    api: DOMAINS,
    method: 'technologiesTechnologyStatsLive',
    task: { technology: 'WordPress' },
  },
  dataForSeoTechnologies: { api: DOMAINS, method: 'technologiesTechnologies' },
  dataForSeoTechnologyLocations: { api: DOMAINS, method: 'technologiesLocations' },
  dataForSeoTechnologyLanguages: { api: DOMAINS, method: 'technologiesLanguages' },
  dataForSeoTechnologyFilters: { api: DOMAINS, method: 'technologiesAvailableFilters' },
  dataForSeoGoogleOrganicRegular: {
    api: SERP,
    method: 'googleOrganicLiveRegular',
    task: { keyword: 'otters', ...locale, tag: 'mine' },
  },
  dataForSeoGoogleOrganicAdvanced: {
    api: SERP,
    method: 'googleOrganicLiveAdvanced',
    task: { keyword: 'otters', language_name: 'English', location_name: 'United States', device: 'mobile' },
  },
  dataForSeoGoogleAutocomplete: {
    api: SERP,
    method: 'googleAutocompleteLiveAdvanced',
    task: { keyword: 'otter', ...locale, client: 'chrome' },
  },
  dataForSeoGoogleLocations: { api: SERP, method: 'googleLocations' },
  dataForSeoGoogleLanguages: { api: SERP, method: 'googleLanguages' },
  dataForSeoYoutubeOrganic: {
    api: SERP,
    method: 'youtubeOrganicLiveAdvanced',
    task: { keyword: 'otters', ...locale, block_depth: 5 },
  },
  dataForSeoYoutubeVideo: {
    api: SERP,
    method: 'youtubeVideoInfoLiveAdvanced',
    task: { video_id: VIDEO_ID, ...locale },
  },
  dataForSeoYoutubeLocations: { api: SERP, method: 'youtubeLocations' },
  dataForSeoYoutubeLanguages: { api: SERP, method: 'youtubeLanguages' },
};

/** Calls all operations of a file, and prints what the client has read of each answer. */
const IN_JAVASCRIPT = `
import { readFileSync } from 'node:fs';
import * as client from 'dataforseo-client';

const authorization = 'Basic ' + btoa('login:' + process.env.SITEGREP_KEY);
const http = {
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, authorization } }),
};
const answers = {};
for (const [id, { api, method, task }] of Object.entries(JSON.parse(readFileSync('calls.json', 'utf8')))) {
  const section = new client[api](process.env.SITEGREP_URL, http);
  if (task === undefined) answers[id] = plain(await section[method]());
  else {
    const name = api.replace(/Api$/, '') + method[0].toUpperCase() + method.slice(1) + 'RequestInfo';
    const model = Object.assign(new client[name](), task);
    // The model of one operation sends nothing of what it holds.
    answers[id] = plain(await section[method]([JSON.stringify(model) === '{}' ? task : model]));
  }
}
console.log(JSON.stringify(answers));

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
`;

const IN_PYTHON = `
import importlib, json, os, re
from dataforseo_client import api_client, configuration

def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()

access = configuration.Configuration(
    host=os.environ["SITEGREP_URL"], username="login", password=os.environ["SITEGREP_KEY"]
)
answers = {}
with api_client.ApiClient(access) as client, open("calls.json") as calls:
    for id, call in json.load(calls).items():
        api, method = call["api"], call["method"]
        section = getattr(importlib.import_module("dataforseo_client.api." + snake(api)), api)(client)
        run = getattr(section, snake(method))
        if "task" not in call:
            answers[id] = run().to_dict()
            continue
        name = api.removesuffix("Api") + method[0].upper() + method[1:] + "RequestInfo"
        model = getattr(importlib.import_module("dataforseo_client.models." + snake(name)), name)
        answers[id] = run([model(**call["task"])]).to_dict()
print(json.dumps(answers))
`;
import { linkedEmail, linkedProfile } from '@sitegrep/site/test/facts';

interface Answer {
  readonly status_code: number;
  readonly tasks_error: number;
  readonly tasks: readonly {
    readonly status_code: number;
    readonly data: object;
    readonly result: readonly unknown[];
  }[];
}

/** Answers to all calls as a client has read them, by the ids of the operations. */
async function answersOf(
  program: string,
  script: string,
  code: string,
): Promise<Readonly<Record<string, Answer>>> {
  await writeFile(join(sample.folder, 'calls.json'), JSON.stringify(CALLS));
  await writeFile(join(sample.folder, script), code);
  const { stdout } = await promisify(execFile)(program, [script], {
    cwd: sample.folder,
    env: { PATH: process.env['PATH'], SITEGREP_URL: api.url, SITEGREP_KEY: key },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout);
}

/** Answer of an operation of the service's own. */
async function own(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = Object(await response.json());
  if (answer.success !== true) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** Domains in an answer of the service's own, with what is empty as null. */
function withoutEmptyLists(data: Readonly<Record<string, unknown>>): object {
  const items = Array.from(Object(data).items, (item: object) =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => {
        if (name === 'phone_numbers') return [name, numbersIn(value)];
        return [name, Array.isArray(value) && value.length === 0 ? null : value];
      }),
    ),
  );
  return { ...data, items };
}

function countsIn({ values }: { readonly values: readonly { value: string; domains: number }[] }): object {
  return Object.fromEntries(values.map(({ value, domains }) => [value, domains]));
}

function numbersIn(phones: unknown): unknown {
  const numbers = Array.from(Object(phones), ({ number }: { number: string }) => number);
  return numbers.length === 0 ? null : numbers;
}

/** Results that are expected of each operation, made of answers of the service's own. */
async function expectedResults(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const search = '/html-source-code-search';
  const phones = { fields: ['phone_numbers'] };
  const byTerms = { ...CALLS['dataForSeoDomainsByHtmlTerms']?.task, mode: 'entry', limit: 100, ...phones };
  const filters = ['technologies', 'in', ['WordPress']];
  const byTechnology = { filters, order_by: ['domain,desc'], limit: 1, ...phones };
  const one = { filters: ['domain', '=', 'plain.example'], ...phones };
  const counted = await own('/search', {
    q: 'category:content.cms',
    count_only: true,
    facets: [
      { field: 'country', limit: 1 },
      { field: 'language' },
      { field: 'content_language' },
      { field: 'tech' },
    ],
  });
  const [countries, languages, contentLanguages, technologies] = Object(counted).facets.map(countsIn);
  const web = await own('/web-serp', { keyword: 'otters' });
  const mobile = await own('/web-serp', { keyword: 'otters', device: 'mobile' });
  const suggestions = await own('/web-autocomplete', { keyword: 'otter', client: 'chrome' });
  const videos = await own('/videosite-serp', { keyword: 'otters', depth: 5 });
  const video = await own('/videosite-video-info', { video_id: VIDEO_ID });
  return {
    dataForSeoDomainsByHtmlTerms: [withoutEmptyLists(await own(search, byTerms))],
    dataForSeoDomainsByTechnology: [withoutEmptyLists(await own(search, byTechnology))],
    dataForSeoDomainTechnologies: Object(withoutEmptyLists(await own(search, one))).items,
    dataForSeoTechnologiesSummary: [
      { countries, languages, content_languages: contentLanguages, keywords: null },
    ],
    dataForSeoAggregationTechnologies: [
      {
        total_count: 3,
        items_count: 3,
        items: ['blogs', 'cms', 'databases'].map((category) => {
          const technology = category === 'databases' ? 'MySQL' : 'WordPress';
          return { category, technology, technologies_count: technologies[technology] };
        }),
      },
    ],
    dataForSeoTechnologyStats: [
      {
        items: [
          { domains_count: counted['total_count'], countries: { DE: 1, AT: 1 }, domains_rank: { '0-99': 2 } },
        ],
      },
    ],
    dataForSeoGoogleOrganicRegular: [{ se_domain: Object(web).data.se_domain, items: web['result'] }],
    dataForSeoGoogleOrganicAdvanced: [{ keyword: 'otters', items: mobile['result'] }],
    dataForSeoGoogleAutocomplete: [
      {
        check_url: Object(suggestions).result[0].check_url,
        items: Array.from(
          Object(suggestions).result[0].items,
          (item: { highlighted: readonly string[] }) => ({
            ...item,
            highlighted: item.highlighted.length === 0 ? null : item.highlighted,
          }),
        ),
      },
    ],
    dataForSeoYoutubeOrganic: [
      {
        items: Array.from(Object(videos).result, (item: Readonly<Record<string, unknown>>) => ({
          title: item['title'],
          url: item['url'],
          video_id: VIDEO_ID,
          views_count: item['views'],
          channel_name: item['channel_title'],
          duration_time: item['duration'],
          rank_absolute: item['rank_absolute'],
        })),
      },
    ],
    dataForSeoYoutubeVideo: [{ ...Object(video).data, items: [video['result']] }].map(
      ({ check_url, location_code, items }) => ({ check_url, location_code, items }),
    ),
    dataForSeoTechnologies: [{ groups: expect.any(Array) }],
    dataForSeoTechnologyFilters: [
      {
        domains_by_html_terms: expect.objectContaining({
          domain: 'str',
          domain_rank: 'num',
          last_visited: 'time',
        }),
      },
    ],
  };
}

/** Members that lists have, and how many they are. */
const LISTED: Readonly<Record<string, readonly [member: object, count: number]>> = {
  dataForSeoTechnologyLocations: [{ location_name: 'Austria', country_iso_code: 'AT' }, 249],
  dataForSeoTechnologyLanguages: [{ language_name: 'French', language_code: 'fr' }, 183],
  dataForSeoGoogleLocations: [
    expect.objectContaining({ location_code: 2_276, location_name: 'Germany' }),
    249,
  ],
  dataForSeoGoogleLanguages: [{ language_name: 'French', language_code: 'fr' }, 185],
  dataForSeoYoutubeLocations: [
    expect.objectContaining({ location_code: 2_276, location_name: 'Germany' }),
    249,
  ],
  dataForSeoYoutubeLanguages: [{ language_name: 'French', language_code: 'fr' }, 185],
};

describe.each([
  ['JavaScript', process.execPath, 'calls.js', IN_JAVASCRIPT],
  ['Python', 'venv/bin/python', 'calls.py', IN_PYTHON],
])('the client in %s', (_language, program, script, code) => {
  let answers: Readonly<Record<string, Answer>>;
  let expected: Readonly<Record<string, readonly unknown[]>>;
  beforeAll(async () => {
    await mkdir(sample.folder, { recursive: true });
    answers = await answersOf(program, script, code);
    expected = await expectedResults();
  }, 120_000);

  test('reads the answer of every operation', () => {
    const ids = Object.entries<Operation>(OPERATIONS).flatMap(([id, { tag }]) =>
      tag === 'DataForSEO' ? [id] : [],
    );
    expect(Object.keys(answers).toSorted()).toEqual(ids.toSorted());
    for (const [id, { status_code: status, tasks_error: errors, tasks }] of Object.entries(answers)) {
      expect([id, status, errors, tasks.map((task) => task.status_code)]).toEqual([id, 20_000, 0, [20_000]]);
      expect(tasks[0]?.data).toMatchObject(CALLS[id]?.task ?? {});
    }
    expect([...Object.keys(expected), ...Object.keys(LISTED)].toSorted()).toEqual(ids.toSorted());
  });

  test('reads what the service answers to others', () => {
    const results = Object.entries(expected).map(([id]) => [id, answers[id]?.tasks[0]?.result]);
    expect(Object.fromEntries(results)).toMatchObject(expected);
  });

  test('reads whole lists', () => {
    for (const [id, [member, count]] of Object.entries(LISTED)) {
      const result = answers[id]?.tasks[0]?.result;
      expect(result).toHaveLength(count);
      expect(result).toContainEqual(member);
    }
  });
});
