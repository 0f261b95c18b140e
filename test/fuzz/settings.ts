/** Crawls that a changed request may begin get no further than to a proxy that isn't there. */
export const SETTINGS = {
  SITEGREP_HTTP_PROXY: 'http://127.0.0.1:1',
  SITEGREP_RETRIES: '0',
  SITEGREP_LOG_LEVEL: 'error',
} as const;
