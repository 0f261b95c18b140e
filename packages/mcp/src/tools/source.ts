import { Type } from 'typebox';
import { sentences } from '../answer.ts';
import { seenText } from '../strangers.ts';
import { tool, WrongArguments } from '../tool.ts';

/** Maximum bytes of a source in one answer. */
const MAX_LENGTH = 8_000;
const DEFAULT_LENGTH = 4_000;

/** Shows a part of a source, so that a model can cite it by URL and position. */
const source = tool({
  name: 'source',
  scope: 'source',
  title: 'Source of a page',
  description:
    'A window of the stored HTML source of one page, by its URL as search or domain_pages give it. Cite it by URL and bytes. ' +
    'Needs a key with the scope source.',
  input: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 4_096, description: 'URL of the page.' }),
      domain: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Domain that the page is stored under. Absent: the host of the URL.',
        }),
      ),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          default: 0,
          description: 'Bytes of the source to skip (it is in UTF-8).',
        }),
      ),
      length: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LENGTH,
          default: DEFAULT_LENGTH,
          description: 'Maximum bytes.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  run: async ({ url, domain, offset = 0, length = DEFAULT_LENGTH }, ask) => {
    const named = domain ?? URL.parse(url)?.hostname ?? '';
    if (named === '') {
      throw new WrongArguments(
        'url is not a URL; give one as domain_pages lists it, such as https://example.com/.',
      );
    }
    // Room for the rest of the characters that the window begins and ends within.
    const window = { offset, length: length + MAX_REST };
    const { bytes, total } = await ask((client, options) =>
      client.domains.sourcePart(named, url, window, options),
    );
    const first = startsAt(bytes, offset);
    const end = Math.max(first, endsAt(bytes, length));
    const [from, to] = [offset + first, offset + end];
    return {
      text: sentences(
        `Bytes ${from} to ${to} of ${total} of the source of the page ${JSON.stringify(url)}; cite them as ${JSON.stringify(`${url} (bytes ${from}-${to})`)}.`,
        to < total ? `For the next, call it with offset ${to}.` : '',
      ),
      data: seenText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(first, end))),
    };
  },
});

/** Bytes of a character after its first one. */
const MAX_REST = 3;

/** Whether a byte of UTF-8 continues a character. */
function continues(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Position of the first whole character. */
function startsAt(bytes: Uint8Array, offset: number): number {
  if (offset === 0) return 0;
  let start = 0;
  while (start < MAX_REST && continues(bytes[start])) start += 1;
  return start;
}

/** Position after the last character that begins within a length. */
function endsAt(bytes: Uint8Array, length: number): number {
  let end = Math.min(length, bytes.length);
  while (continues(bytes[end])) end += 1;
  return end;
}

export const SOURCE_TOOLS = [source];
