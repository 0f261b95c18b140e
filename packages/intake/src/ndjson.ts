import type { Reading } from './reading.ts';
import { readSite } from './text.ts';

/** A line of NDJSON: a string, or an object with `url` or `domain` (`url` counts if both are there). */
export function readNdjson(line: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'rejected', reason: 'not JSON' };
  }
  if (typeof value === 'string') return readSite(value.trim());
  if (typeof value === 'object' && value !== null) {
    if ('url' in value && typeof value.url === 'string') return readUrl(value.url.trim());
    if ('domain' in value && typeof value.domain === 'string') return readSite(value.domain.trim());
  }
  return { kind: 'rejected', reason: 'neither a string nor an object with a "domain" or "url"' };
}

function readUrl(text: string): Reading {
  return text.includes('://') ? readSite(text) : { kind: 'rejected', reason: 'not an http(s) URL' };
}
