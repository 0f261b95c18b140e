import type { OperationId } from '@sitegrep/contract';
import { ADMINISTRATION_EXAMPLES, INSTANCE_EXAMPLES, SESSION_EXAMPLES } from './administration.ts';
import { COMMONCRAWL_EXAMPLES } from './commoncrawl.ts';
import { CRAWL_EXAMPLES, SCHEDULE_EXAMPLES } from './crawls.ts';
import { DOMAIN_EXAMPLES, SEARCH_EXAMPLES } from './domains.ts';
import { DATAFORSEO_EXAMPLES } from './dataforseo.ts';
import type { Example } from './example.ts';
import { LIST_EXAMPLES } from './lists.ts';
import { LOOKUP_EXAMPLES } from './known-domains.ts';
import { MCP_EXAMPLES } from './mcp.ts';
import { SAVED_SEARCH_EXAMPLES } from './saved-searches.ts';
import { PROVIDER_EXAMPLES } from './providers.ts';
import { TECHNOLOGY_EXAMPLES } from './technologies.ts';

/** An example for each operation. */
export const EXAMPLES: Readonly<Record<OperationId, Example>> = {
  ...SEARCH_EXAMPLES,
  ...TECHNOLOGY_EXAMPLES,
  ...LOOKUP_EXAMPLES,
  ...LIST_EXAMPLES,
  ...SAVED_SEARCH_EXAMPLES,
  ...PROVIDER_EXAMPLES,
  ...MCP_EXAMPLES,
  ...CRAWL_EXAMPLES,
  ...SCHEDULE_EXAMPLES,
  ...COMMONCRAWL_EXAMPLES,
  ...DOMAIN_EXAMPLES,
  ...SESSION_EXAMPLES,
  ...ADMINISTRATION_EXAMPLES,
  ...DATAFORSEO_EXAMPLES,
  ...INSTANCE_EXAMPLES,
};
