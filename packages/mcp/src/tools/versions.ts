import { Type } from 'typebox';
import { askFitting, below, counted, sentences } from '../answer.ts';
import { seenText } from '../strangers.ts';
import { tool, WrongArguments } from '../tool.ts';

const CLOSED = { additionalProperties: false } as const;
/** Maximum characters of a difference in one answer. */
const MAX_DIFF = 8_000;

const ofPage = {
  url: Type.String({
    minLength: 1,
    maxLength: 4_096,
    description: 'URL of the page, as domain_pages lists it.',
  }),
  domain: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Domain that the page is stored under. Absent: the host of the URL.',
    }),
  ),
} as const;

const version = Type.String({
  minLength: 1,
  maxLength: 40,
  description:
    'A version: its id, or a time such as 2026-10-03, 2026-10 or 30d (days ago), for the one that stood then.',
});

const versions = tool({
  name: 'page_versions',
  scope: 'search',
  title: 'Versions of a page',
  description:
    'When the source of a page changed: its kept versions, the newest first, each with when it was first and last seen.',
  input: Type.Object(
    {
      ...ofPage,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      next_token: Type.Optional(Type.String({ minLength: 1, description: 'Token of the previous answer.' })),
    },
    CLOSED,
  ),
  run: async ({ url, domain, limit = 20, ...rest }, ask) => {
    const named = domainOf(url, domain);
    const { part, fit } = await askFitting(limit, (most) =>
      ask((client, options) => client.domains.versions(named, { ...rest, url, limit: most }, options)),
    );
    return {
      text: sentences(
        `${counted(part.total_count, 'version')} of the page; ${below(fit.count)}. Compare two with page_diff.`,
        part.left_out ?? '',
        fit.note,
        part.next_token === ''
          ? ''
          : `For the next, call it with next_token ${JSON.stringify(part.next_token)}.`,
      ),
      data: fit.data,
    };
  },
});

const diff = tool({
  name: 'page_diff',
  scope: 'source',
  title: 'Difference of two versions of a page',
  description:
    'What changed in the source of a page since a version or a day, as a unified diff, without values that change on every visit, ' +
    'such as nonces. Needs a key with the scope source.',
  input: Type.Object(
    {
      ...ofPage,
      from: version,
      to: Type.Optional({
        ...version,
        description: 'Another version, in the same forms. Absent: the newest.',
      }),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, default: 0, description: 'Characters of the difference to skip.' }),
      ),
    },
    CLOSED,
  ),
  run: async ({ url, domain, offset = 0, ...both }, ask) => {
    const named = domainOf(url, domain);
    const found = await ask((client, options) =>
      client.domains.diff(named, { ...both, url, format: 'unified' }, options),
    );
    const text = found.unified ?? '';
    const end = Math.min(text.length, offset + MAX_DIFF);
    return {
      text: sentences(
        `From the version of ${found.from.first_seen} to that of ${found.to.first_seen}.`,
        text === '' ? 'They are the same.' : `Characters ${offset} to ${end} of ${text.length} are below.`,
        end < text.length ? `For the next, call it with offset ${end}.` : '',
      ),
      ...(text === '' ? {} : { data: seenText(text.slice(offset, end).toWellFormed()) }),
    };
  },
});

/** @throws WrongArguments if no domain is given and the URL has none */
function domainOf(url: string, given: string | undefined): string {
  const named = given ?? URL.parse(url)?.hostname ?? '';
  if (named === '') {
    throw new WrongArguments(
      'url is not a URL; give one as domain_pages lists it, such as https://example.com/.',
    );
  }
  return named;
}

export const VERSION_TOOLS = [versions, diff];
