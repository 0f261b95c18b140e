import type {
  ChangeDomainListRequest,
  DomainListItem,
  DomainListRecord,
  PutDomainListRequest,
  WrittenDomainList,
} from './api.ts';
import type { ListRequest } from './crawls.ts';
import type { ListPage } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { UploadList } from './request.ts';
import { ClientPart } from './transport.ts';
import { walkList, type WalkOptions } from './walk.ts';

export interface PutListOptions extends CallOptions {
  /** Form of the lines: a domain or URL, or JSON; default: `text/plain`. */
  readonly type?: 'text/plain' | 'application/x-ndjson' | undefined;
  /** True if the lines are compressed already. */
  readonly gzip?: boolean | undefined;
}

/** Lists of domains, which queries name by `list:`, as `client.lists`. Changes need the scope `admin`. */
export class DomainLists extends ClientPart {
  /** Gets a page of all lists, ordered by name. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<ListPage<DomainListItem>> {
    return this.transport.call('listDomainLists', { query: request }, options);
  }

  all(options: WalkOptions = {}): AsyncGenerator<DomainListItem, void> {
    return walkList(options, (page) => this.list(page, options));
  }

  get(id: string, options?: CallOptions): Promise<DomainListRecord> {
    return this.transport.call('getDomainList', { path: { id } }, options);
  }

  /** Makes a list, or replaces all of its domains. @param list up to 10,000 domains or URLs, or lines of up to a million */
  put(
    id: string,
    list: PutDomainListRequest | { readonly lines: UploadList },
    options: PutListOptions = {},
  ): Promise<WrittenDomainList> {
    if (!('lines' in list))
      return this.transport.call('putDomainList', { path: { id }, json: list }, options);
    const { type = 'text/plain', gzip = false } = options;
    const upload = { type, list: list.lines, isGzip: gzip };
    return this.transport.call('putDomainList', { path: { id } }, options, upload);
  }

  /** Adds domains to a list and removes others from it, in one step. */
  change(id: string, changes: ChangeDomainListRequest, options?: CallOptions): Promise<WrittenDomainList> {
    return this.transport.call('changeDomainList', { path: { id }, json: changes }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DomainListItem> {
    return this.transport.call('deleteDomainList', { path: { id } }, options);
  }

  /** Gets a page of the domains of a list, in code point order. */
  domains(id: string, request: ListRequest = {}, options?: CallOptions): Promise<ListPage<string>> {
    return this.transport.call('listDomainListNames', { path: { id }, query: request }, options);
  }

  allDomains(id: string, options: WalkOptions = {}): AsyncGenerator<string, void> {
    return walkList(options, (page) => this.domains(id, page, options));
  }
}
