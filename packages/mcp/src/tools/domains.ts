import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { DomainHistoryOptions } from '@sitegrep/contract';
import { Type } from 'typebox';
import { askFitting, below, counted, fitted, sentences } from '../answer.ts';
import { tool } from '../tool.ts';
import { shownFields, withFields } from './search.ts';

const CLOSED = { additionalProperties: false } as const;

const name = Type.String({
  minLength: 1,
  maxLength: 4_096,
  description: 'Domain in any case and script, or a URL on it.',
  examples: ['example.com'],
});

const domain = tool({
  name: 'domain',
  scope: 'search',
  title: 'Facts of a domain',
  description:
    'Everything that is known of one domain: title, description, country, languages, contacts, technologies, rank and more.',
  input: Type.Object({ domain: name, fields: shownFields }, CLOSED),
  run: async ({ domain: wanted, fields }, ask) => {
    const details = await ask((client, options) => client.domains.get(wanted, options));
    const fit = fitted([withFields(details, fields)]);
    return {
      text: sentences('What is stored of the domain; fields that are unknown are left out.', fit.note),
      data: fit.data,
    };
  },
});

/** Evidence and pages that are shown of each technology in a list. */
const IN_LIST = 3;

const technologies = tool({
  name: 'domain_technologies',
  scope: 'search',
  title: 'Technologies of a domain, with evidence',
  description:
    'The technologies of one domain with versions, confidence and the evidence: which text of which page matched which pattern. ' +
    `Shows up to ${IN_LIST} matches of each; with name, all of that one.`,
  input: Type.Object(
    {
      domain: name,
      name: Type.Optional(
        Type.String({ description: 'Name of one technology, e.g. WooCommerce. Case is ignored.' }),
      ),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Technologies to skip.' })),
    },
    CLOSED,
  ),
  run: async ({ domain: wanted, name: only, offset = 0 }, ask) => {
    const found = await ask((client, options) => client.domains.technologies(wanted, options));
    const chosen = found.items.filter(
      (item) => only === undefined || item.name.toLowerCase() === only.toLowerCase(),
    );
    const rest = chosen
      .slice(offset)
      .map((item) =>
        only === undefined
          ? { ...item, pages: item.pages.slice(0, IN_LIST), evidence: item.evidence.slice(0, IN_LIST) }
          : item,
      );
    const fit = fitted(rest);
    const left = rest.length - fit.count;
    const none =
      only === undefined
        ? 'No technology was found on the domain.'
        : `It has no technology of this name, but ${counted(found.items.length, 'other', 'others')}; call it without name to see them.`;
    return {
      text: sentences(
        chosen.length === 0
          ? none
          : `${counted(chosen.length, 'technology', 'technologies')} of the domain; ${below(fit.count)}.`,
        left > 0 ? `For the next, call it with offset ${offset + fit.count}.` : '',
        fit.note,
        ...found.notes,
      ),
      data: fit.data,
    };
  },
});

const answers = tool({
  name: 'domain_answers',
  scope: 'search',
  title: 'Answers of a domain: headers, files, certificate, icon',
  description:
    'What one site answers besides the sources of its pages: well-known files such as robots.txt, llms.txt and security.txt, what ' +
    'robots.txt lets known agents of AI and search fetch, the certificate, hashes of the icon, and the headers and cookies of its ' +
    'first page. With part "pages", headers and cookies page by page; with file, the text of that file.',
  input: Type.Object(
    {
      domain: name,
      part: Type.Optional(
        Type.Enum(['site', 'pages'], {
          default: 'site',
          description: 'site: what is known of the site. pages: headers and cookies of its pages.',
        }),
      ),
      file: Type.Optional(Type.String({ maxLength: 100, description: 'Name of a file, e.g. llms.txt.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 20,
          description: 'Maximum pages, with part "pages".',
        }),
      ),
      next_token: Type.Optional(Type.String({ minLength: 1, description: 'Token of the previous answer.' })),
    },
    CLOSED,
  ),
  run: async ({ domain: wanted, part = 'site', file, limit = 20, next_token: token }, ask) => {
    const got = (most: number) =>
      ask((client, options) =>
        client.domains.answers(
          wanted,
          {
            limit: most,
            ...(token === undefined ? {} : { next_token: token }),
            ...(file === undefined ? {} : { texts: true }),
          },
          options,
        ),
      );
    if (file !== undefined) return answeredFile(file, (await got(1)).files);
    if (part === 'pages') {
      const { part: found, fit } = await askFitting(limit, got);
      return {
        text: sentences(
          `${counted(found.total_count, 'page')} of the domain; the heads of ${fit.count} are below.`,
          fit.note,
          found.next_token === ''
            ? ''
            : `For the next, call it with next_token ${JSON.stringify(found.next_token)}.`,
        ),
        data: fit.data,
      };
    }
    const { items, next_token: _, total_count: total, ...site } = await got(1);
    const fit = fitted([site, ...items]);
    return {
      text: sentences(
        'What the site answers besides its pages; what is not known is left out.',
        fit.count > 1 ? 'The head of its first page comes last.' : '',
        total > 1 || fit.count === 1
          ? `For the heads of its ${counted(total, 'page')}, call it with part "pages".`
          : '',
        fit.note,
      ),
      data: fit.data,
    };
  },
});

/** The text of a file, or which ones there are. */
function answeredFile(
  wanted: string,
  files: readonly { readonly name: string; readonly reason: string | null; readonly text?: string }[],
): { readonly text: string; readonly data?: string } {
  const file = files.find((one) => one.name === wanted);
  if (file?.text !== undefined) {
    const fit = fitted([file]);
    return { text: sentences('The file as it is stored.', fit.note), data: fit.data };
  }
  const had = files.flatMap((one) => (one.text === undefined ? [] : [one.name]));
  return {
    text: sentences(
      `The domain has no file of this name${file === undefined || file.reason === null ? '' : ', though it was requested'}.`,
      had.length === 0 ? 'It has no other.' : `It has ${had.join(', ')}.`,
    ),
  };
}

const { kind, from, to } = DomainHistoryOptions.properties;

const history = tool({
  name: 'domain_history',
  scope: 'search',
  title: 'History of a domain',
  description:
    'When labels of one domain (technologies, hosts, identifiers of trackers, title and others) were first seen, last seen and gone, ' +
    'with the visits that this is known from. Name a kind, such as tech or host, to keep the answer small.',
  input: Type.Object(
    {
      domain: name,
      kind,
      from,
      to,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
      next_token: Type.Optional(Type.String({ minLength: 1, description: 'Token of the previous answer.' })),
    },
    CLOSED,
  ),
  run: async ({ domain: wanted, limit = 50, ...choice }, ask) => {
    const { part, fit } = await askFitting(limit, (most) =>
      ask((client, options) => client.domains.history(wanted, { ...choice, limit: most }, options)),
    );
    const [first, last] = [part.visits.at(0), part.visits.at(-1)];
    return {
      text: sentences(
        first === undefined || last === undefined
          ? 'No visit.'
          : `${counted(part.visits.length, 'visit')} from ${first.at} to ${last.at}.`,
        `${counted(part.total_count, 'time', 'times')} in which a label was there; ${below(fit.count)}.`,
        fit.note,
        part.next_token === ''
          ? ''
          : `For the next, call it with next_token ${JSON.stringify(part.next_token)}.`,
      ),
      data: fit.data,
    };
  },
});

const MAX_PAGES = 100;
const DEFAULT_PAGES = 50;

const pages = tool({
  name: 'domain_pages',
  scope: 'search',
  title: 'Pages of a domain',
  description:
    'The stored pages of one domain with URL, title, size and time of the visit, in the order of their URLs.',
  input: Type.Object(
    {
      domain: name,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_PAGES,
          default: DEFAULT_PAGES,
          description: 'Maximum pages.',
        }),
      ),
      next_token: Type.Optional(Type.String({ minLength: 1, description: 'Token of the previous answer.' })),
    },
    CLOSED,
  ),
  run: async ({ domain: wanted, limit = DEFAULT_PAGES, next_token: token }, ask) => {
    const { part, fit } = await askFitting(limit, (most) =>
      ask((client, options) =>
        client.domains.pages(
          wanted,
          { limit: most, ...(token === undefined ? {} : { next_token: token }) },
          options,
        ),
      ),
    );
    return {
      text: sentences(
        `${counted(part.total_count, 'page')} of the domain; ${below(fit.count)}.`,
        fit.note,
        part.next_token === ''
          ? ''
          : `For the next, call it with next_token ${JSON.stringify(part.next_token)}.`,
      ),
      data: fit.data,
    };
  },
});

const { maxListed } = SEARCH_BOUNDS;

const lookup = tool({
  name: 'lookup',
  scope: 'search',
  title: 'Look up domains',
  description: `What is known of each of up to ${maxListed} domains or URLs, and which of them are not stored. Name fields to keep the answer small: it shows the first entries that fit, and counts all.`,
  input: Type.Object(
    {
      domains: Type.Array(Type.String(), {
        minItems: 1,
        maxItems: maxListed,
        description: 'Domains or URLs, in any case and script.',
        'x-remedy': `give 1 to ${maxListed} at a time`,
      }),
      fields: shownFields,
    },
    CLOSED,
  ),
  run: async ({ domains, fields }, ask) => {
    const found = await ask((client, options) =>
      Array.fromAsync(client.domains.lookup(domains, fields === undefined ? {} : { fields }, options)),
    );
    const fit = fitted(
      found.map(({ input, domain: named, item, error }) => {
        if (error !== undefined) return { input, error };
        if (item === null) return { input, domain: named, stored: false };

        return { input, ...withFields(item, fields) };
      }),
    );
    const stored = found.filter(({ item }) => item !== null).length;
    return {
      text: sentences(
        `${stored} of ${counted(found.length, 'entry', 'entries')} ${stored === 1 ? 'is' : 'are'} stored.`,
        fit.note,
        fit.count < found.length
          ? `Only the first ${fit.count} fit into the answer: look up the others from ${JSON.stringify(domains[fit.count])} on by themselves, or name fewer fields.`
          : '',
      ),
      data: fit.data,
    };
  },
});

export const DOMAIN_TOOLS = [domain, technologies, answers, history, pages, lookup];
