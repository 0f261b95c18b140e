import type {
  AuditItem,
  BlockItem,
  BlockRequest,
  CreatedKey,
  CreateKeyRequest,
  DomainRecord,
  DomainVisit,
  KeyItem,
  ListedScheduleItem,
  PreviewScheduleRequest,
  PutScheduleRequest,
  RotateKeyRequest,
  ScheduleItem,
  SchedulePreview,
  TakenTechnologies,
  TechnologySet,
} from './api.ts';
import { CommonCrawl } from './commoncrawl.ts';
import { Crawls, type ListRequest } from './crawls.ts';
import { Pages } from './pages.ts';
import type { ListPage, Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart, type Transport } from './transport.ts';
import type { UploadList } from './request.ts';
import { walkList, type WalkOptions } from './walk.ts';

/** Result of a takedown. */
export type Removal = Operations['deleteDomain']['data'];
export type RemovalRequest = NonNullable<Operations['deleteDomain']['query']>;
export type ImportedRanks = Operations['importRanks']['data'];
/** Filter and page of the audit log. */
export type AuditRequest = NonNullable<Operations['listAuditLog']['query']>;
export type Stats = Operations['getStats']['data'];
export type Reanalysis = Operations['startReanalysis']['data'];
export type LastReanalysis = Operations['getReanalysis']['data'];
export type Samples = Operations['getSamples']['data'];
export type Sizes = Operations['listSizes']['data'];
export type MetricsHistory = Operations['getMetricsHistory']['data'];
export type Settings = Operations['listSettings']['data'];
export type Checks = Operations['checkInstance']['data'];
export type ProviderReport = Operations['listProviders']['data'];

/** Administration, as `client.admin`. Needs the scope `admin`. */
export class Admin extends ClientPart {
  readonly crawls: Crawls;
  readonly schedules: Schedules;
  readonly domains: Domains;
  readonly blocks: Blocks;
  readonly pages: Pages;
  readonly ranks: Ranks;
  readonly samples: SampleSites;
  readonly commonCrawl: CommonCrawl;
  readonly keys: Keys;
  readonly audit: Audit;

  constructor(transport: Transport) {
    super(transport);
    this.crawls = new Crawls(transport);
    this.schedules = new Schedules(transport);
    this.domains = new Domains(transport);
    this.blocks = new Blocks(transport);
    this.pages = new Pages(transport);
    this.ranks = new Ranks(transport);
    this.samples = new SampleSites(transport);
    this.commonCrawl = new CommonCrawl(transport);
    this.keys = new Keys(transport);
    this.audit = new Audit(transport);
  }

  /** Lists the providers of each operation in their order, with the state of each. */
  providers(options?: CallOptions): Promise<ProviderReport> {
    return this.transport.call('listProviders', {}, options);
  }

  /** Gets how much is stored, and how much space it takes. */
  stats(options?: CallOptions): Promise<Stats> {
    return this.transport.call('getStats', {}, options);
  }

  /** Gets how much was stored on each of the last 400 days, the latest first. */
  sizes(options?: CallOptions): Promise<Sizes> {
    return this.transport.call('listSizes', {}, options);
  }

  /** Gets what the process that answers measured of itself in each minute of the last day. */
  metricsHistory(options?: CallOptions): Promise<MetricsHistory> {
    return this.transport.call('getMetricsHistory', {}, options);
  }

  /**
   * Begins a run that analyses stored pages again, whose facts an earlier version gave. If one for the same query goes on, it is the
   * result.
   *
   * @param q query of the domains that it is for; absent: all
   */
  reanalyse(q?: string, options?: CallOptions): Promise<Reanalysis> {
    return this.transport.call('startReanalysis', { json: q === undefined ? {} : { q } }, options);
  }

  /** Gets the last such run, and how many domains have pages of an earlier version. */
  reanalysis(options?: CallOptions): Promise<LastReanalysis> {
    return this.transport.call('getReanalysis', {}, options);
  }

  /** Stops the run. */
  stopReanalysis(options?: CallOptions): Promise<Reanalysis> {
    return this.transport.call('stopReanalysis', {}, options);
  }

  /** Gets which fingerprints are in use, technologies of one's own, and how many domains are still to be judged by them. */
  technologies(options?: CallOptions): Promise<TechnologySet> {
    return this.transport.call('getTechnologySet', {}, options);
  }

  /**
   * Takes a newer public set of fingerprints in the place of the one in use.
   *
   * @param name under which it is shown, such as that of its file
   * @param set JSON: technologies by their names, or `technologies` beside `categories`
   */
  takeTechnologies(name: string, set: UploadList, options?: CallOptions): Promise<TakenTechnologies> {
    const upload = { type: 'application/octet-stream', list: set, isGzip: false };
    return this.transport.call('takeTechnologies', { query: { name } }, options, upload);
  }

  /** Takes the built-in set again. */
  takeBuiltInTechnologies(options?: CallOptions): Promise<TakenTechnologies> {
    return this.transport.call('takeBuiltInTechnologies', {}, options);
  }

  /** Gets every setting as it is in force in the process that answers, secrets hidden. */
  settings(options?: CallOptions): Promise<Settings> {
    return this.transport.call('listSettings', {}, options);
  }

  /** Checks settings, machine and services of the process that answers, as `sitegrep doctor` does. */
  checks(options?: CallOptions): Promise<Checks> {
    return this.transport.call('checkInstance', {}, options);
  }

  /** Gets the metrics of the process that answers, in the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string> {
    return this.transport.call('getMetrics', {}, options);
  }
}

/** Schedules of recurring crawls, as `client.admin.schedules`. */
export class Schedules extends ClientPart {
  /** Gets a page of all schedules, ordered by id, without their sources. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<ListedScheduleItem>> {
    return this.transport.call('listSchedules', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<ListedScheduleItem, void> {
    return walkList(options, (page) => this.list(page, options));
  }

  get(id: string, options?: CallOptions): Promise<ScheduleItem> {
    return this.transport.call('getSchedule', { path: { id } }, options);
  }

  /** Gets the next runs of a schedule with these times. Nothing is stored. */
  preview(request: PreviewScheduleRequest, options?: CallOptions): Promise<SchedulePreview> {
    return this.transport.call('previewSchedule', { json: request }, options);
  }

  /** Creates or replaces the schedule with this id, which you choose. */
  put(id: string, request: PutScheduleRequest, options?: CallOptions): Promise<ScheduleItem> {
    return this.transport.call('putSchedule', { path: { id }, json: request }, options);
  }

  delete(id: string, options?: CallOptions): Promise<ScheduleItem> {
    return this.transport.call('deleteSchedule', { path: { id } }, options);
  }
}

/** Stored domains, as `client.admin.domains`. */
export class Domains extends ClientPart {
  get(domain: string, options?: CallOptions): Promise<DomainRecord> {
    return this.transport.call('inspectDomain', { path: { domain } }, options);
  }

  /** Gets a page of what became of a domain in each crawl, newest crawl first. It may be short although others follow. */
  visits(domain: string, request: ListRequest = {}, options?: CallOptions): Promise<ListPage<DomainVisit>> {
    return this.transport.call('listDomainVisits', { path: { domain }, query: request }, options);
  }

  allVisits(domain: string, options: WalkOptions = {}): AsyncGenerator<DomainVisit, void> {
    return walkList(options, (page) => this.visits(domain, page, options));
  }

  /** Deletes a domain with its subdomains and blocks them; with `block: false` deletes the domain only. */
  delete(domain: string, request: RemovalRequest = {}, options?: CallOptions): Promise<Removal> {
    return this.transport.call('deleteDomain', { path: { domain }, query: request }, options);
  }
}

/** Blocked domains, which no crawl or import stores, as `client.admin.blocks`. */
export class Blocks extends ClientPart {
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<BlockItem>> {
    return this.transport.call('listBlockedDomains', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<BlockItem, void> {
    return walkList(options, (page) => this.list(page, options));
  }

  get(domain: string, options?: CallOptions): Promise<BlockItem> {
    return this.transport.call('getBlockedDomain', { path: { domain } }, options);
  }

  put(domain: string, request: BlockRequest = {}, options?: CallOptions): Promise<BlockItem> {
    return this.transport.call('blockDomain', { path: { domain }, json: request }, options);
  }

  /** Removes the block of a domain. */
  delete(domain: string, options?: CallOptions): Promise<BlockItem> {
    return this.transport.call('unblockDomain', { path: { domain } }, options);
  }
}

/** Imported ranks of domains, as `client.admin.ranks`. */
export class Ranks extends ClientPart {
  /** Imports a list with a rank and a domain per line; with `replace`, ranks that are not in it are removed. */
  import(
    list: UploadList,
    request: { readonly replace?: boolean | undefined } = {},
    options: CallOptions & { readonly gzip?: boolean | undefined } = {},
  ): Promise<ImportedRanks> {
    const upload = { type: 'text/csv', list, isGzip: options.gzip ?? false };
    return this.transport.call('importRanks', { query: request }, options, upload);
  }
}

/** API keys, as `client.admin.keys`. */
export class Keys extends ClientPart {
  create(request: CreateKeyRequest, options?: CallOptions): Promise<CreatedKey> {
    return this.transport.call('createKey', { json: request }, options);
  }

  /** Gets a page of all keys, the oldest first. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<KeyItem>> {
    return this.transport.call('listKeys', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<KeyItem, void> {
    return walkList(options, (page) => this.list(page, options));
  }

  /** Gives a key a new secret; earlier ones end after the overlap. */
  rotate(id: string, request: RotateKeyRequest = {}, options?: CallOptions): Promise<CreatedKey> {
    return this.transport.call('rotateKey', { path: { id }, json: request }, options);
  }

  revoke(id: string, options?: CallOptions): Promise<KeyItem> {
    return this.transport.call('revokeKey', { path: { id } }, options);
  }
}

/** Audit log, the latest entries first, as `client.admin.audit`. */
export class Audit extends ClientPart {
  list(request: AuditRequest = {}, options?: CallOptions): Promise<ListPage<AuditItem>> {
    return this.transport.call('listAuditLog', { query: request }, options);
  }

  all(
    request: Omit<AuditRequest, 'limit' | 'next_token'> = {},
    options: WalkOptions = {},
  ): AsyncGenerator<AuditItem, void> {
    return walkList(options, (page) => this.list({ ...request, ...page }, options));
  }
}

/** The sample sites that come with sitegrep, as `client.admin.samples`. */
export class SampleSites extends ClientPart {
  /** Gets how many of them are in the index, and queries that find something on them. */
  get(options?: CallOptions): Promise<Samples> {
    return this.transport.call('getSamples', {}, options);
  }

  /** Indexes those that are not in the index; no host gets a request. */
  add(options?: CallOptions): Promise<Samples> {
    return this.transport.call('addSamples', {}, options);
  }

  /** Removes them from the index. */
  remove(options?: CallOptions): Promise<Samples> {
    return this.transport.call('removeSamples', {}, options);
  }
}
