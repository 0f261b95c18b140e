import { ADMINISTRATION_OPERATIONS } from './administration.ts';
import { CRAWL_OPERATIONS } from './crawls.ts';
import { DOMAIN_OPERATIONS } from './domains.ts';
import { INSTANCE_OPERATIONS } from './instance.ts';
import { PROVIDER_OPERATIONS } from './providers.ts';
import { SCHEDULE_OPERATIONS } from './schedules.ts';
import { SEARCH_OPERATIONS } from './search.ts';

/** Every operation of the API by its name: what the routes are made from, and the documentation. */
export const OPERATIONS = {
  ...SEARCH_OPERATIONS,
  ...PROVIDER_OPERATIONS,
  ...CRAWL_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...ADMINISTRATION_OPERATIONS,
  ...INSTANCE_OPERATIONS,
} as const;

export type OperationId = keyof typeof OPERATIONS;
