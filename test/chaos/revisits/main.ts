// Crawls the home pages of a WARC file, one per domain, with processes that are killed, and crawls them again after
// some have changed. With elasticsearch it starts its own Elasticsearch and Redis. Usage: node
// test/chaos/revisits/main.ts --warc FILE [--storage sqlite|elasticsearch] [--kills 5] [--every-changed 10] Prints
// its figures as JSON, and exits with 1 if a site has no outcome or a wrong one, a document is lost, or an
// unchanged one was written.
import { parseArgs } from 'node:util';
import { canonicalDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { startRedis } from '../../../packages/jobs/test/own-redis.ts';
import { startOwnElasticsearch } from '../cluster/own-elasticsearch.ts';
import { checkRevisits } from './check.ts';
import { serveRevisitWeb, type HomePage } from './web.ts';

const { values } = parseArgs({
  options: {
    warc: { type: 'string' },
    storage: { type: 'string', default: 'sqlite' },
    kills: { type: 'string', default: '5' },
    'every-changed': { type: 'string', default: '10' },
  },
});
if (values.warc === undefined || !['sqlite', 'elasticsearch'].includes(values.storage)) {
  console.error(
    'Usage: node test/chaos/revisits/main.ts --warc FILE [--storage sqlite|elasticsearch] [--kills 5] [--every-changed 10]',
  );
  process.exit(2);
}

await using closers = new AsyncDisposableStack();
const web = await serveRevisitWeb(await homePages(values.warc));
closers.defer(() => web.close());
const figures = await checkRevisits({
  web,
  settings: values.storage === 'sqlite' ? {} : await clusterSettings(closers),
  kills: Number(values.kills),
  everyChanged: Number(values['every-changed']),
});
console.log(JSON.stringify({ storage: values.storage, ...figures }, null, 2));
if (figures.problems.length > 0) process.exitCode = 1;

/** The first page of each domain. */
async function homePages(warc: string): Promise<ReadonlyMap<string, HomePage>> {
  const pages = new Map<string, HomePage>();
  for await (const { url, headers, body } of readWarc(warc)) {
    const domain = canonicalDomain(url);
    if (domain === null || pages.has(domain) || body.length === 0) continue;
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null;
    pages.set(domain, { contentType, body });
  }
  return pages;
}

async function clusterSettings(closers: AsyncDisposableStack): Promise<Readonly<Record<string, string>>> {
  const elasticsearch = await startOwnElasticsearch(closers, '1g');
  const redis = await startRedis();
  closers.defer(() => redis.remove());
  return {
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: elasticsearch.url,
    SITEGREP_ELASTICSEARCH_REPLICAS: '0',
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: redis.url,
  };
}
