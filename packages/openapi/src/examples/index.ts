import type { OperationId } from '@sitegrep/contract';
import { ADMINISTRATION_EXAMPLES } from './administration.ts';
import { CRAWL_EXAMPLES } from './crawls.ts';
import type { Example } from './example.ts';
import { INSTANCE_EXAMPLES } from './instance.ts';
import { PROVIDER_EXAMPLES } from './providers.ts';
import { SEARCH_EXAMPLES } from './search.ts';

/** An example for each operation. */
export const EXAMPLES: Readonly<Record<OperationId, Example>> = {
  ...SEARCH_EXAMPLES,
  ...PROVIDER_EXAMPLES,
  ...CRAWL_EXAMPLES,
  ...ADMINISTRATION_EXAMPLES,
  ...INSTANCE_EXAMPLES,
};
