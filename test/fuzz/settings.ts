/** Settings under which a crawl that a changed request begins ends at a proxy that does not exist. */
export const SETTINGS = {
  SITEGREP_HTTP_PROXY: 'http://127.0.0.1:1',
  SITEGREP_HTTP_PROXY_GUARD: 'proxy',
  SITEGREP_RETRIES: '0',
  SITEGREP_LOG_LEVEL: 'error',
} as const;
