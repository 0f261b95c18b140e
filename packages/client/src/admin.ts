import type {
  AuditItem,
  BlockItem,
  BlockRequest,
  CreateKeyRequest,
  DomainRecord,
  KeyItem,
  ListedScheduleItem,
  PutScheduleRequest,
  RotateKeyRequest,
  ScheduleItem,
} from './api.ts';
import { Crawls, LIST_PAGE_SIZE, type ListRequest } from './crawls.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { UploadList } from './upload.ts';
import { type ListPage, pageSizeOf, walkList, type WalkOptions } from './walk.ts';

/** A key with its secret, which is shown this once. */
export type CreatedKey = Operations['createKey']['data'];
/** What a takedown removed. */
export type Removal = Operations['deleteDomain']['data'];
export type RemovalRequest = NonNullable<Operations['deleteDomain']['input']['query']>;
export type ImportedRanks = Operations['importRanks']['data'];
/** Which entries of the audit log. */
export type AuditRequest = NonNullable<Operations['listAuditLog']['input']['query']>;
export type ProviderReport = Operations['listProviders']['data'];

/** `client.admin`: needs the scope `admin`. */
export class Admin {
  readonly crawls: Crawls;
  readonly schedules: Schedules;
  readonly domains: Domains;
  readonly blocks: Blocks;
  readonly ranks: Ranks;
  readonly keys: Keys;
  readonly audit: Audit;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.crawls = new Crawls(transport);
    this.schedules = new Schedules(transport);
    this.domains = new Domains(transport);
    this.blocks = new Blocks(transport);
    this.ranks = new Ranks(transport);
    this.keys = new Keys(transport);
    this.audit = new Audit(transport);
    this.#transport = transport;
  }

  /** Which providers are asked for each operation, in which order, and how each does. */
  providers(options?: CallOptions): Promise<ProviderReport> {
    return this.#transport.ask('listProviders', {}, options);
  }

  /** Metrics of the process that answers, in the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string> {
    return this.#transport.ask('getMetrics', {}, options);
  }
}

/** `client.admin.schedules`: crawls that are made again and again. */
export class Schedules {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A page of all schedules by id, without what they crawl. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<ListedScheduleItem>> {
    return this.#transport.ask('listSchedules', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<ListedScheduleItem, void> {
    const limit = pageSizeOf(options, LIST_PAGE_SIZE);
    return walkList((token) => this.list({ limit, ...token }, options));
  }

  get(id: string, options?: CallOptions): Promise<ScheduleItem> {
    return this.#transport.ask('getSchedule', { path: { id } }, options);
  }

  /** Makes or replaces the schedule of this id, which is yours to choose. */
  put(id: string, request: PutScheduleRequest, options?: CallOptions): Promise<ScheduleItem> {
    return this.#transport.ask('putSchedule', { path: { id }, json: request }, options);
  }

  delete(id: string, options?: CallOptions): Promise<ScheduleItem> {
    return this.#transport.ask('deleteSchedule', { path: { id } }, options);
  }
}

/** `client.admin.domains`: what is stored. */
export class Domains {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(domain: string, options?: CallOptions): Promise<DomainRecord> {
    return this.#transport.ask('getDomain', { path: { domain } }, options);
  }

  /** Takes a domain down with all under it, and blocks them unless `block` is false. */
  delete(domain: string, request: RemovalRequest = {}, options?: CallOptions): Promise<Removal> {
    return this.#transport.ask('deleteDomain', { path: { domain }, query: request }, options);
  }
}

/** `client.admin.blocks`: domains that are kept out of every crawl and import. */
export class Blocks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<BlockItem>> {
    return this.#transport.ask('listBlockedDomains', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<BlockItem, void> {
    const limit = pageSizeOf(options, LIST_PAGE_SIZE);
    return walkList((token) => this.list({ limit, ...token }, options));
  }

  get(domain: string, options?: CallOptions): Promise<BlockItem> {
    return this.#transport.ask('getBlockedDomain', { path: { domain } }, options);
  }

  put(domain: string, request: BlockRequest = {}, options?: CallOptions): Promise<BlockItem> {
    return this.#transport.ask('blockDomain', { path: { domain }, json: request }, options);
  }

  /** Lifts the block. */
  delete(domain: string, options?: CallOptions): Promise<BlockItem> {
    return this.#transport.ask('unblockDomain', { path: { domain } }, options);
  }
}

/** `client.admin.ranks`: lists of domains by their links. */
export class Ranks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Ranks domains by a list, a rank and a domain a line; with `replace`, those that it lacks lose theirs. */
  import(
    list: UploadList,
    request: { readonly replace?: boolean | undefined } = {},
    options: CallOptions & { readonly gzip?: boolean | undefined } = {},
  ): Promise<ImportedRanks> {
    const upload = { type: 'text/csv', list, isGzip: options.gzip ?? false };
    return this.#transport.ask('importRanks', { query: request }, options, upload);
  }
}

/** `client.admin.keys`: who may do what. */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(request: CreateKeyRequest, options?: CallOptions): Promise<CreatedKey> {
    return this.#transport.ask('createKey', { json: request }, options);
  }

  /** A page of all keys, the oldest first. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<KeyItem>> {
    return this.#transport.ask('listKeys', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<KeyItem, void> {
    const limit = pageSizeOf(options, LIST_PAGE_SIZE);
    return walkList((token) => this.list({ limit, ...token }, options));
  }

  /** Gives a key another secret; those it has end after the overlap. */
  rotate(id: string, request: RotateKeyRequest = {}, options?: CallOptions): Promise<CreatedKey> {
    return this.#transport.ask('rotateKey', { path: { id }, json: request }, options);
  }

  revoke(id: string, options?: CallOptions): Promise<KeyItem> {
    return this.#transport.ask('revokeKey', { path: { id } }, options);
  }
}

/** `client.admin.audit`: who did what, the latest first. */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(request: AuditRequest = {}, options?: CallOptions): Promise<ListPage<AuditItem>> {
    return this.#transport.ask('listAuditLog', { query: request }, options);
  }

  all(
    request: Omit<AuditRequest, 'limit' | 'next_token'> = {},
    options: WalkOptions = {},
  ): AsyncGenerator<AuditItem, void> {
    const limit = pageSizeOf(options, LIST_PAGE_SIZE);
    return walkList((token) => this.list({ ...request, limit, ...token }, options));
  }
}
