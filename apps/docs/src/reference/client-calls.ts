/*
 * How the example of an operation is written with the clients and the command. Values come from the example; only which method or
 * command it is stands here. A test runs all of it and compares the requests that arrive with the example.
 */
import { isObject, type Json, type JsonObject, list, object, text } from '@sitegrep/openapi';
import type { ExampleRequest } from './request.ts';
import { shellWord } from './quoted.ts';

/** Methods of the client that take the values of the path, the query and the body, in this order. `*` marks those that are walked. */
export const CLIENT_METHODS: Readonly<Record<string, string>> = {
  search: 'query.search',
  explainSearch: 'query.explain',
  countTrends: 'query.trends',
  translateQuery: 'query.translate',
  exportSearch: '*query.export',
  searchHtmlSourceCode: 'search.page',
  exportMatches: '*search.export',
  listTechnologies: 'technologies.list',
  getTechnology: 'technologies.get',
  testTechnologies: 'technologies.test',
  listCategories: 'technologies.categories',
  getDomain: 'domains.get',
  listDomainTechnologies: 'domains.technologies',
  getDomainAnswers: 'domains.answers',
  listDomainPages: 'domains.pages',
  listDomainLinks: 'domains.links',
  getDomainHistory: 'domains.history',
  listDomainThirdParties: 'domains.thirdParties',
  listPageVersions: 'domains.versions',
  getVersionSource: 'domains.versionSource',
  getPageDiff: 'domains.diff',
  getDomainIcon: 'domains.icon',
  listDomainLists: 'lists.list',
  getDomainList: 'lists.get',
  putDomainList: 'lists.put',
  changeDomainList: 'lists.change',
  deleteDomainList: 'lists.delete',
  listDomainListNames: 'lists.domains',
  listSavedSearches: 'searches.list',
  getSavedSearch: 'searches.get',
  putSavedSearch: 'searches.put',
  deleteSavedSearch: 'searches.delete',
  listSearchEvents: 'searches.events',
  getSearchTrend: 'searches.trend',
  watchSavedSearch: '*searches.watch',
  renewSearchFeeds: 'searches.renewFeeds',
  listSearchDeliveries: 'searches.deliveries',
  replaySearchDelivery: 'searches.replay',
  listSearchReports: 'searches.reports',
  makeSearchReport: 'searches.makeReport',
  testSavedSearch: 'searches.test',
  searchWeb: 'serp.search',
  suggestSearches: 'serp.autocomplete',
  getVideo: 'video.info',
  searchVideos: 'video.search',
  listProviders: 'admin.providers',
  createCrawl: 'admin.crawls.create',
  listCrawls: 'admin.crawls.list',
  getCrawl: 'admin.crawls.get',
  deleteCrawl: 'admin.crawls.delete',
  listCrawlSites: 'admin.crawls.sites',
  watchCrawl: '*admin.crawls.events',
  cancelCrawl: 'admin.crawls.cancel',
  retryCrawl: 'admin.crawls.retry',
  listSchedules: 'admin.schedules.list',
  getSchedule: 'admin.schedules.get',
  putSchedule: 'admin.schedules.put',
  deleteSchedule: 'admin.schedules.delete',
  inspectDomain: 'admin.domains.get',
  deleteDomain: 'admin.domains.delete',
  listDomainVisits: 'admin.domains.visits',
  listBlockedDomains: 'admin.blocks.list',
  getBlockedDomain: 'admin.blocks.get',
  blockDomain: 'admin.blocks.put',
  unblockDomain: 'admin.blocks.delete',
  createKey: 'admin.keys.create',
  listKeys: 'admin.keys.list',
  rotateKey: 'admin.keys.rotate',
  revokeKey: 'admin.keys.revoke',
  listAuditLog: 'admin.audit.list',
  getHealth: 'instance.health',
  getReadiness: 'instance.ready',
  getOpenApi: 'instance.openApi',
  getStats: 'admin.stats',
  listSizes: 'admin.sizes',
  startCommonCrawl: 'admin.commonCrawl.start',
  getCommonCrawl: 'admin.commonCrawl.last',
  stopCommonCrawl: 'admin.commonCrawl.stop',
  getMetricsHistory: 'admin.metricsHistory',
  getReanalysis: 'admin.reanalysis',
  stopReanalysis: 'admin.stopReanalysis',
  getTechnologySet: 'admin.technologies',
  takeBuiltInTechnologies: 'admin.takeBuiltInTechnologies',
  listSettings: 'admin.settings',
  checkInstance: 'admin.checks',
  getMetrics: 'admin.metrics',
};

function numberOf(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : '';
}

type Words = (values: Values) => readonly string[];

interface Values {
  readonly path: ExampleRequest['pathValues'];
  readonly query: ExampleRequest['query'];
  /** Body, if it is a JSON object. */
  readonly json: JsonObject;
}

const named =
  (...command: readonly string[]): Words =>
  ({ path }) => [...command, ...Object.values(path)];
const ofPage =
  (...command: readonly string[]): Words =>
  ({ query }) => [...command, String(query['url'])];

/** Words of the command after `sitegrep` that sends such a request. */
const COMMANDS: Readonly<Record<string, Words>> = {
  search: ({ json }) => ['search', text(json['q']), '--pages', '--snippets', '--facet', 'tech', '-n', '1'],
  exportSearch: () => [
    'search',
    'cdn.shopify.com -/UA-\\d+-\\d/',
    '--extract',
    'h1=css:h1',
    '--format',
    'ndjson',
  ],
  explainSearch: ({ json }) => ['search', text(json['q']), '--explain'],
  countTrends: ({ json }) => [
    'trends',
    ...list(json['queries']).map((one) => text(object(one)['q'])),
    '--by',
    text(json['by']),
    '--from',
    text(json['from']),
    '--to',
    text(json['to']),
  ],
  listTechnologies: ({ query }) => ['technologies', 'list', '--category', String(query['category'])],
  lookUpDomains: () => ['lookup', 'domains.txt'],
  getDomainAnswers: named('domains', 'answers'),
  getDomainHistory: ({ path, query }) => [
    ...named('domains', 'history')({ path, query, json: {} }),
    '--kind',
    String(query['kind']),
  ],
  listDomainThirdParties: named('domains', 'third-parties'),
  getPageSource: ofPage('source'),
  listPageVersions: ofPage('domains', 'versions'),
  getPageDiff: ({ query }) => [
    'domains',
    'diff',
    String(query['url']),
    String(query['from']),
    String(query['to']),
  ],
  getPageScreenshot: ({ query }) => ['screenshot', String(query['url']), '--thumbnail', '--out', 'page.webp'],
  listDomainLists: named('lists', 'list'),
  getDomainList: named('lists', 'show'),
  putDomainList: ({ path }) => ['lists', 'put', String(path['id']), 'domains.txt'],
  changeDomainList: ({ path, json }) => ['lists', 'add', String(path['id']), ...list(json['add']).map(text)],
  deleteDomainList: named('lists', 'delete'),
  listSavedSearches: named('searches', 'list'),
  getSavedSearch: named('searches', 'show'),
  putSavedSearch: ({ path, json }) => [
    'searches',
    'put',
    String(path['id']),
    text(json['q']),
    '--label',
    text(json['label']),
    '--webhook',
    text(object(object(json['notify'])['webhook'])['url']),
  ],
  deleteSavedSearch: named('searches', 'delete'),
  listSearchEvents: named('searches', 'events'),
  watchSavedSearch: ({ path }) => ['searches', 'events', String(path['id']), '--follow'],
  listSearchDeliveries: named('searches', 'deliveries'),
  replaySearchDelivery: named('searches', 'replay'),
  makeSearchReport: named('searches', 'report'),
  testSavedSearch: named('searches', 'test'),
  createCrawl: ({ json }) => ['crawl', 'domains.txt', '--max-pages', numberOf(json['max_pages'])],
  listCrawls: named('crawls', 'list'),
  getCrawl: named('crawls', 'show'),
  deleteCrawl: named('crawls', 'delete'),
  listCrawlSites: named('crawls', 'sites'),
  watchCrawl: named('crawls', 'watch'),
  cancelCrawl: named('crawls', 'cancel'),
  retryCrawl: named('crawls', 'retry'),
  listSchedules: named('schedules', 'list'),
  getSchedule: named('schedules', 'show'),
  putSchedule: ({ path }) => ['schedules', 'put', String(path['id']), 'schedule.json'],
  deleteSchedule: named('schedules', 'delete'),
  sendPages: () => ['import', 'pages.ndjson'],
  inspectDomain: named('domains', 'show'),
  deleteDomain: named('domains', 'remove'),
  listBlockedDomains: named('domains', 'blocked'),
  blockDomain: ({ path, json }) => [
    'domains',
    'block',
    String(path['domain']),
    '--reason',
    text(json['reason']),
  ],
  unblockDomain: named('domains', 'unblock'),
  importRanks: () => ['ranks', 'import', 'ranks.csv'],
  createKey: ({ json }) => [
    'keys',
    'create',
    '--name',
    text(json['name']),
    '--scope',
    ...list(json['scopes']).map(text),
    '--rate-limit',
    numberOf(json['rate_limit_per_minute']),
    '--expires',
    text(json['expires_at']).slice(0, 10),
  ],
  listKeys: named('keys', 'list'),
  rotateKey: ({ path }) => ['keys', 'rotate', String(path['id']), '--overlap', '1h'],
  revokeKey: named('keys', 'revoke'),
  listAuditLog: ({ query }) => ['audit', '--action', String(query['action'])],
  getStats: named('stats'),
  startCommonCrawl: ({ json }) => [
    'commoncrawl',
    ...list(json['crawls']).flatMap((crawl) => ['--crawl', text(crawl)]),
    '--hosts',
    'hosts.txt',
    '--path',
    text(json['path']),
  ],
  stopCommonCrawl: () => ['commoncrawl', '--stop'],
  startReanalysis: ({ json }) => ['reanalyse', text(json['q'])],
  stopReanalysis: () => ['reanalyse', '--stop'],
  getTechnologySet: named('technologies', 'in-use'),
  takeTechnologies: () => ['technologies', 'update', 'technologies.json'],
};

/** The command that sends such a request; null if there is none. */
export function commandOf({ id, pathValues, query, body }: ExampleRequest): string | null {
  const words = COMMANDS[id];
  if (words === undefined) return null;
  const json = body?.kind === 'json' && isObject(body.value) ? body.value : {};
  return ['sitegrep', ...words({ path: pathValues, query, json }).map(shellWord)].join(' ');
}
