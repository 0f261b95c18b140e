/** An answer of the API, with any status. */
export interface Answer {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly body: unknown;
}

interface SitesPage {
  readonly items: readonly SiteItem[];
  readonly next_token: string;
}

interface SiteItem {
  readonly domain: string;
  readonly outcome: string | null;
  readonly finished_at: string | null;
}

interface SearchPage {
  readonly total_count: number;
  readonly offset_token: string;
  readonly items: readonly { readonly domain: string }[];
}

export interface CrawlItem {
  readonly id: string;
  readonly state: string;
  readonly sites: { readonly total: number; readonly finished: number };
  readonly outcomes: Readonly<Record<string, number>>;
  readonly pages: number;
}

/** Requests to the API of a cluster, as its clients make them. */
export interface Client {
  request(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  /**
   * @returns id of the crawl
   * @throws unless it is accepted
   */
  submit(domains: readonly string[], options?: object): Promise<string>;
  /** Submits a list with one domain per line. */
  upload(domains: readonly string[]): Promise<string>;
  crawl(id: string): Promise<CrawlItem>;
  /** The first fifty crawls, newest first. */
  crawls(): Promise<readonly CrawlItem[]>;
  /** All sites of a crawl, page by page. */
  sites(id: string): Promise<readonly SiteItem[]>;
  search(terms: readonly string[], limit?: number): Promise<{ total: number; domains: readonly string[] }>;
  /** All results of a search, page by page. */
  walk(terms: readonly string[], limit: number): Promise<{ total: number; domains: readonly string[] }>;
}

/** Maximum time for an answer before the API counts as hanging, in milliseconds. */
const ANSWER_MS = 60_000;

/** @param url returns the origin of an API that is running */
export function openClient(url: () => string, key: string): Client {
  const request = async (method: string, path: string, body?: object | string): Promise<Answer> => {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    const response = await fetch(`${url()}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      retryAfter: retryAfter === null ? null : Number(retryAfter),
      body: await response.json(),
    };
  };
  const data = async <T>(
    status: number,
    method: string,
    path: string,
    body?: object | string,
  ): Promise<T> => {
    const answer = await request(method, path, body);
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (answer.body as { readonly data: T }).data;
  };
  const search = (body: object): Promise<SearchPage> =>
    data<SearchPage>(200, 'POST', '/html-source-code-search', body);
  const domainsOf = ({ items }: SearchPage): string[] => items.map(({ domain }) => domain);

  return {
    request,
    submit: async (domains, options = {}) =>
      (await data<CrawlItem>(202, 'POST', '/admin/crawls', { domains, ...options })).id,
    upload: async (domains) =>
      (await data<CrawlItem>(202, 'POST', '/admin/crawls', domains.map((domain) => `${domain}\n`).join('')))
        .id,
    crawl: (id) => data<CrawlItem>(200, 'GET', `/admin/crawls/${id}`),
    crawls: async () => (await data<{ items: CrawlItem[] }>(200, 'GET', '/admin/crawls')).items,
    sites: async (id) => {
      const items: SiteItem[] = [];
      for (let token = ''; ;) {
        const next = token === '' ? '' : `&next_token=${encodeURIComponent(token)}`;
        const page = await data<SitesPage>(200, 'GET', `/admin/crawls/${id}/sites?limit=100${next}`);
        items.push(...page.items);
        if ((token = page.next_token) === '') return items;
      }
    },
    search: async (terms, limit = 10) => {
      const page = await search({ search_terms: terms, limit });
      return { total: page.total_count, domains: domainsOf(page) };
    },
    walk: async (terms, limit) => {
      const domains: string[] = [];
      for (let token = ''; ;) {
        const next = token === '' ? {} : { offset_token: token };
        const page = await search({ search_terms: terms, limit, ...next });
        domains.push(...domainsOf(page));
        if ((token = page.offset_token) === '') return { total: page.total_count, domains };
      }
    },
  };
}
