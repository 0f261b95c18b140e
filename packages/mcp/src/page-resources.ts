// Resources: stored pages by their URLs, as a client attaches them to a question.
import { partsOf } from './answer.ts';
import type { ToolApi } from './port.ts';
import { SOURCE_TOOLS } from './tools/source.ts';

const PREFIX = 'sitegrep://page/';
/** Scope of the operation that gives a source. */
const SCOPE = 'source';
/** Bytes of a source that a resource has; the tool `source` gives the rest. */
const MAX_BYTES = 8_000;

/** The templates of resources that a key has. */
export async function templatesFor({ scopes }: ToolApi, signal: AbortSignal) {
  if (!(await scopes(signal)).has(SCOPE)) return [];
  return [
    {
      uriTemplate: `${PREFIX}{+url}`,
      name: 'page',
      title: 'Stored page',
      description: `The stored HTML source of a page, by its URL; the first ${MAX_BYTES} bytes, after which the tool source goes on.`,
      mimeType: 'text/plain',
    },
  ];
}

/** The URL of the page that a resource is; null: it is not a page. */
export function pageOf(uri: string): string | null {
  return uri.startsWith(PREFIX) && uri.length > PREFIX.length ? uri.slice(PREFIX.length) : null;
}

/** The source of a page, as the tool `source` gives it. @throws SitegrepError, WrongArguments */
export async function readPage(url: string, { ask }: ToolApi, signal: AbortSignal): Promise<string> {
  const [source] = SOURCE_TOOLS;
  if (source === undefined) throw new TypeError('there is no tool that gives sources');
  const answer = await source.run({ url, length: MAX_BYTES }, (work) => ask(work, signal));
  return partsOf(answer).join('\n\n');
}
