import { readFileSync } from 'node:fs';

/** The text of a page, by its path under `sites/`; kept there in UTF-8, whatever it is sent in. */
export function source(path: string): string {
  return readFileSync(new URL(`../sites/${path}`, import.meta.url), 'utf8');
}
