import type { Config } from '@sitegrep/config';
import { lookupAt } from '@sitegrep/crawl';
import { checksOf, type Check } from './check.ts';

const { ok, warn } = checksOf('names');

/** A name that is reserved for such uses and always exists. */
const TEST_NAME = 'example.com';

/** Queries the name servers as a crawl does. A failure is a warning only: perhaps no site of the internet is crawled. */
export async function checkNames({ dnsServers, httpProxy }: Config): Promise<readonly Check[]> {
  if (httpProxy !== null) return [ok('the proxy (SITEGREP_HTTP_PROXY) looks names up')];
  const whose =
    dnsServers.length > 0 ? `the name servers ${dnsServers.join(', ')}` : "the system's name servers";
  try {
    const [first] = await lookupAt(dnsServers)(TEST_NAME);
    return [ok(`${whose} find ${TEST_NAME} (${first?.address ?? 'without an address'})`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      warn(
        `${whose} do not find ${TEST_NAME} (${reason}): sites of the internet can't be crawled`,
        'check the network, or set SITEGREP_DNS_SERVERS to other servers; behind a proxy set SITEGREP_HTTP_PROXY',
      ),
    ];
  }
}
