/* The scope of each operation, stated independently of the contract, with a request that passes admission. */
import type { OperationId } from '@sitegrep/contract';
import type { Scope } from '@sitegrep/storage';

export interface Row {
  /** Scope; `any`: a key of any scope; null: no key is needed. */
  readonly scope: Scope | 'any' | null;
  readonly json?: unknown;
  /** Whether the body is an uploaded list. */
  readonly csv?: string;
  /** Status for a caller with the right scope: nothing exists under the ids in the paths, and there is no provider or queue. */
  readonly status: number;
  /** Whether the operation changes something. */
  readonly audited?: string;
}

export const ROWS: Readonly<Record<OperationId, Row>> = {
  searchHtmlSourceCode: { scope: 'search', json: { search_terms: ['x'] }, status: 200 },
  exportMatches: { scope: 'search', json: { search_terms: ['x'] }, status: 200 },
  search: { scope: 'search', json: { q: 'x' }, status: 200 },
  searchByLink: { scope: 'search', status: 200 },
  exportSearch: { scope: 'search', json: { q: 'x' }, status: 200 },
  explainSearch: { scope: 'search', json: { q: 'x' }, status: 200 },
  listTechnologies: { scope: 'search', status: 200 },
  getTechnology: { scope: 'search', status: 404 },
  listCategories: { scope: 'search', status: 200 },
  lookUpDomains: { scope: 'search', json: { domains: ['nothing.example'] }, status: 200 },
  getDomain: { scope: 'search', status: 404 },
  listDomainTechnologies: { scope: 'search', status: 404 },
  listDomainPages: { scope: 'search', status: 404 },
  getPageSource: { scope: 'source', status: 400 },
  searchWeb: { scope: 'serp', json: { keyword: 'x' }, status: 503 },
  suggestSearches: { scope: 'serp', json: { keyword: 'x' }, status: 503 },
  getVideo: { scope: 'video', json: { video_id: 'abcdefghijk' }, status: 503 },
  searchVideos: { scope: 'video', json: { keyword: 'x' }, status: 503 },
  callMcp: { scope: 'any', json: { jsonrpc: '2.0', id: 1, method: 'ping' }, status: 200 },
  listProviders: { scope: 'admin', status: 200 },
  createCrawl: {
    scope: 'admin',
    json: { domains: ['crawled.example'] },
    status: 202,
    audited: 'crawl.create',
  },
  listCrawls: { scope: 'admin', status: 200 },
  getCrawl: { scope: 'admin', status: 404 },
  listCrawlSites: { scope: 'admin', status: 404 },
  watchCrawl: { scope: 'admin', status: 404 },
  cancelCrawl: { scope: 'admin', status: 404, audited: 'crawl.cancel' },
  retryCrawl: { scope: 'admin', status: 404, audited: 'crawl.retry' },
  listSchedules: { scope: 'admin', status: 200 },
  getSchedule: { scope: 'admin', status: 404 },
  putSchedule: { scope: 'admin', json: {}, status: 400, audited: 'schedule.put' },
  deleteSchedule: { scope: 'admin', status: 404, audited: 'schedule.delete' },
  inspectDomain: { scope: 'admin', status: 404 },
  deleteDomain: { scope: 'admin', status: 200, audited: 'domain.delete' },
  listBlockedDomains: { scope: 'admin', status: 200 },
  getBlockedDomain: { scope: 'admin', status: 200 },
  blockDomain: { scope: 'admin', json: {}, status: 200, audited: 'block.put' },
  unblockDomain: { scope: 'admin', status: 200, audited: 'block.delete' },
  importCaptures: { scope: 'admin', json: {}, status: 415, audited: 'capture.import' },
  importRanks: { scope: 'admin', csv: '1,ranked.example\n', status: 200, audited: 'rank.import' },
  createKey: { scope: 'admin', json: {}, status: 400, audited: 'key.create' },
  listKeys: { scope: 'admin', status: 200 },
  rotateKey: { scope: 'admin', json: {}, status: 404, audited: 'key.rotate' },
  revokeKey: { scope: 'admin', status: 404, audited: 'key.revoke' },
  listAuditLog: { scope: 'admin', status: 200 },
  dataForSeoDomainsByHtmlTerms: { scope: 'search', json: [{ search_terms: ['x'] }], status: 200 },
  dataForSeoDomainsByTechnology: { scope: 'search', json: [{ technologies: ['WordPress'] }], status: 200 },
  dataForSeoDomainTechnologies: { scope: 'search', json: [{ target: 'nothing.example' }], status: 200 },
  dataForSeoTechnologiesSummary: { scope: 'search', json: [{ technologies: ['WordPress'] }], status: 200 },
  dataForSeoAggregationTechnologies: { scope: 'search', json: [{ technology: 'WordPress' }], status: 200 },
  dataForSeoTechnologyStats: { scope: 'search', json: [{ technology: 'WordPress' }], status: 200 },
  dataForSeoTechnologies: { scope: 'search', status: 200 },
  dataForSeoTechnologyLocations: { scope: 'search', status: 200 },
  dataForSeoTechnologyLanguages: { scope: 'search', status: 200 },
  dataForSeoTechnologyFilters: { scope: 'search', status: 200 },
  dataForSeoGoogleOrganicRegular: { scope: 'serp', json: [{ keyword: 'x' }], status: 200 },
  dataForSeoGoogleOrganicAdvanced: { scope: 'serp', json: [{ keyword: 'x' }], status: 200 },
  dataForSeoGoogleAutocomplete: { scope: 'serp', json: [{ keyword: 'x' }], status: 200 },
  dataForSeoGoogleLocations: { scope: 'serp', status: 200 },
  dataForSeoGoogleLanguages: { scope: 'serp', status: 200 },
  dataForSeoYoutubeOrganic: { scope: 'video', json: [{ keyword: 'x' }], status: 200 },
  dataForSeoYoutubeVideo: { scope: 'video', json: [{ video_id: 'abcdefghijk' }], status: 200 },
  dataForSeoYoutubeLocations: { scope: 'video', status: 200 },
  dataForSeoYoutubeLanguages: { scope: 'video', status: 200 },
  openSession: { scope: 'any', status: 201, audited: 'session.open' },
  getSession: { scope: 'any', status: 200 },
  closeSession: { scope: 'any', status: 404, audited: 'session.close' },
  endSession: { scope: 'admin', status: 404, audited: 'session.end' },
  getHealth: { scope: null, status: 200 },
  getReadiness: { scope: null, status: 503 },
  getStats: { scope: 'admin', status: 200 },
  getMetrics: { scope: 'admin', status: 200 },
  getEntry: { scope: null, status: 200 },
  getOpenApi: { scope: null, status: 200 },
  getReference: { scope: null, status: 200 },
};
