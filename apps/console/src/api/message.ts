import { SitegrepError } from '@sitegrep/client';
import { TEXT } from '../text.ts';

/** An error in words: those of the API, with what to do where the console knows it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof SitegrepError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'network' || error.code === 'timeout') return TEXT.failed.offline;
  if (error.code === 'forbidden') {
    const [, scope = ''] = /scope "(\w+)"/.exec(error.details) ?? [];
    return TEXT.refused.needs(scope);
  }
  if (error.retryAfterMs !== null)
    return `${error.details} ${TEXT.failed.busy(Math.ceil(error.retryAfterMs / 1_000))}`;
  return error.details;
}

/** Whether an error says that what was asked for is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof SitegrepError && error.code === 'not_found';
}
