import type { ServerOptions } from '../connection.ts';

export interface TrialOptions extends ServerOptions {
  readonly on: string;
  readonly json: boolean;
}

/** Maximum stored pages of a domain that technologies are tried on. */
export const MAX_TRIED_PAGES = 100;
