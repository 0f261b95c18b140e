import { SiteWriter } from '@sitegrep/intake';
import { type Failure, unavailable } from './failure.ts';
import { RETRY_SECONDS } from './plugins/errors.ts';
import type { ApiParts } from './settings.ts';

/** Makes the writer of captured pages, of which a process has one; null: it only reads. */
export function siteWriterOf({ imports, storage }: ApiParts): SiteWriter | null {
  return imports === undefined
    ? null
    : new SiteWriter({ domains: storage.domains, maxSiteBytes: imports.maxSiteBytes });
}

/** The refusal of pages by a process that only reads. */
export function takesNoPages(): Failure {
  return unavailable('This process only reads; send the request to another one.', RETRY_SECONDS);
}
