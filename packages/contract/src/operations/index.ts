import { ADMINISTRATION_OPERATIONS } from './administration.ts';
import { COMMONCRAWL_OPERATIONS } from './commoncrawl.ts';
import { DATAFORSEO_OPERATIONS } from './dataforseo.ts';
import { CRAWL_OPERATIONS, SCHEDULE_OPERATIONS } from './crawls.ts';
import { DOMAIN_OPERATIONS, SEARCH_OPERATIONS, TECHNOLOGY_OPERATIONS } from './domains.ts';
import { INSTANCE_OPERATIONS } from './instance.ts';
import { LIST_OPERATIONS } from './lists.ts';
import { LOOKUP_OPERATIONS } from './known-domains.ts';
import { MCP_OPERATIONS } from './mcp.ts';
import { PAGE_OPERATIONS } from './pages.ts';
import { SAVED_SEARCH_OPERATIONS } from './saved-searches.ts';
import { PROVIDER_OPERATIONS } from './providers.ts';
import { SESSION_OPERATIONS } from './sessions.ts';

/** All operations of the API by their names. Routes and documentation are made from this table. */
export const OPERATIONS = {
  ...SEARCH_OPERATIONS,
  ...TECHNOLOGY_OPERATIONS,
  ...LOOKUP_OPERATIONS,
  ...LIST_OPERATIONS,
  ...SAVED_SEARCH_OPERATIONS,
  ...PROVIDER_OPERATIONS,
  ...MCP_OPERATIONS,
  ...CRAWL_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...PAGE_OPERATIONS,
  ...COMMONCRAWL_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...ADMINISTRATION_OPERATIONS,
  ...DATAFORSEO_OPERATIONS,
  ...INSTANCE_OPERATIONS,
} as const;

export type OperationId = keyof typeof OPERATIONS;
