// Run in a network namespace of its own: builds the web, crawls every situation, and prints one line of JSON for each. What does
// not end as expected while others run is crawled once more by itself: its times are short, and a busy machine is slow.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { lookupAt, openSiteCrawler } from '../../src/index.ts';
import { ISSUER_ADDRESS, makeChains } from './chains.ts';
import { domainOf, MAX_SITUATIONS, SITUATIONS, type Ending, type Situation } from './situations.ts';
import { NAME_SERVER, NETWORKS, World } from './world.ts';

/** Situations that are crawled at the same time. */
const AT_ONCE = 12;

const world = await World.open();
const names = Array.from({ length: MAX_SITUATIONS }, (_, number) => domainOf(number));
const chains = makeChains([...names, ...names.map((name) => `www.${name}`), '127.66.254.1']);
const issuers = createServer((request, response) => {
  const file = chains.issuers.get(request.url ?? '');
  if (file === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/pkix-cert' }).end(file);
});
issuers.listen(80, ISSUER_ADDRESS);
await once(issuers, 'listening');

async function run({ name, domain, build }: Situation): Promise<Ending> {
  const {
    options = {},
    nameServers = [NAME_SERVER],
    start,
    wakes,
  } = (await build(world, chains, domain)) ?? {};
  const timeouts = options.connectTimeoutMs === undefined ? {} : { timeoutMs: options.connectTimeoutMs };
  let woken = false;
  const lookup = lookupAt(nameServers, timeouts);
  const crawler = openSiteCrawler({
    allowedAddresses: NETWORKS,
    certificateAuthorities: chains.root,
    crawlDelayMs: 0,
    retryDelayMs: 10,
    maxRetries: 1,
    sitemaps: false,
    siteTimeoutMs: 60_000,
    requestTimeoutMs: 15_000,
    ...options,
    lookup: async (host) => {
      const addresses = await lookup(host);
      if (wakes !== undefined && !woken) {
        woken = true;
        setTimeout(() => world.wake(wakes.address), wakes.afterMs);
      }
      return addresses;
    },
  });
  const pages: { url: string; certificate: string | null }[] = [];
  try {
    const { outcome, reason } = await crawler.crawl(
      { domain, urls: start === undefined ? [] : [start], maxPages: 1, maxDepth: 0 },
      ({ url, certificate = null }) => {
        pages.push({ url, certificate });
        return Promise.resolve({ links: [], indexed: true, problem: null });
      },
    );
    const [page] = pages;
    const { url = null, certificate = null } = page ?? {};
    return { name, outcome, reason, url, certificate };
  } finally {
    await crawler.close(0);
  }
}

const left = [...SITUATIONS];
const endings: { readonly situation: Situation; readonly ending: Ending }[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      endings.push({ situation: next, ending: await run(next) });
    }
  }),
);
for (const { situation, ending } of endings) {
  const last = isAsExpected(situation, ending) ? ending : await run(situation);
  process.stdout.write(`${JSON.stringify(last)}\n`);
}
process.exit();

function isAsExpected({ expected }: Situation, { outcome, url, certificate, reason }: Ending): boolean {
  return (
    outcome === expected.outcome &&
    url === expected.url &&
    certificate === expected.certificate &&
    (expected.reason ?? /^/).test(reason ?? '')
  );
}
