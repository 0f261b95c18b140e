import { CreateCrawlRequest } from '@sitegrep/contract';
import { Type } from 'typebox';
import { askFitting, counted, sentences } from '../answer.ts';
import { tool } from '../tool.ts';

const CLOSED = { additionalProperties: false } as const;
const { max_pages, max_depth, revisit_after_days, render } = CreateCrawlRequest.properties;
/** Maximum sites of a crawl that a model starts; longer lists are for people. */
const MAX_SITES = 100;

const startCrawl = tool({
  name: 'start_crawl',
  scope: 'admin',
  title: 'Start a crawl',
  description: `Fetches and indexes up to ${MAX_SITES} websites. It changes the index and sends requests to these sites: do it only if the user asked for it.`,
  changes: true,
  input: Type.Object(
    {
      domains: Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), {
        minItems: 1,
        maxItems: MAX_SITES,
        description: 'Domains to crawl.',
      }),
      max_pages,
      max_depth,
      revisit_after_days,
      render,
    },
    CLOSED,
  ),
  run: async (given, ask) => {
    const { id, sites, rejected } = await ask((client, options) =>
      client.admin.crawls.create(given, options),
    );
    return {
      text: sentences(
        `The crawl ${JSON.stringify(id)} of ${counted(sites.total, 'site')} is recorded and will begin; call crawl with this id to follow it.`,
        rejected.count === 0 ? '' : `${counted(rejected.count, 'entry names', 'entries name')} no site.`,
      ),
    };
  },
});

const crawl = tool({
  name: 'crawl',
  scope: 'admin',
  title: 'State of a crawl',
  description: 'How far a crawl is, and how its sites ended.',
  input: Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the crawl.' }),
      next_token: Type.Optional(Type.String({ minLength: 1, description: 'Token of the previous answer.' })),
    },
    CLOSED,
  ),
  run: async ({ id, next_token: token }, ask) => {
    const { state, sites, pages } = await ask((client, options) => client.admin.crawls.get(id, options));
    const rest = token === undefined ? {} : { next_token: token };
    const { part, fit } = await askFitting(
      MAX_SITES / 2,
      (limit) => ask((client, options) => client.admin.crawls.sites(id, { limit, ...rest }, options)),
      ({ domain, outcome, reason, pages: some }) => ({ domain, outcome, reason, pages: some }),
    );
    return {
      text: sentences(
        `The crawl is ${state}: ${sites.finished} of ${counted(sites.total, 'site')} finished, ${counted(pages, 'page')} stored.`,
        part.next_token === ''
          ? ''
          : `For further sites, call it with next_token ${JSON.stringify(part.next_token)}.`,
      ),
      data: fit.data,
    };
  },
});

export const CRAWL_TOOLS = [startCrawl, crawl];
