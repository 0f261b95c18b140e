import { GOOGLE_SUGGEST } from './google-suggest.ts';
import { PROVIDER_OPERATIONS } from './operations.ts';

/** One line a provider, in alphabetical order. */
export const PROVIDER_SETTINGS = {
  ...PROVIDER_OPERATIONS,
  ...GOOGLE_SUGGEST,
} as const;
