import type { Config } from '@sitegrep/config';
import { lookupAt } from '@sitegrep/crawl';
import { checksOf, type Check } from './check.ts';

const { ok, warn } = checksOf('names');

/** Reserved for such uses, and always there. */
const ASKED_FOR = 'example.com';

/** Asks the name servers as a crawl does. Where no site of the internet is crawled, that they don't answer is no fault. */
export async function checkNames({ dnsServers, httpProxy }: Config): Promise<readonly Check[]> {
  if (httpProxy !== null) return [ok('the proxy (SITEGREP_HTTP_PROXY) looks names up')];
  const whose =
    dnsServers.length > 0 ? `the name servers ${dnsServers.join(', ')}` : "the system's name servers";
  try {
    const [first] = await lookupAt(dnsServers)(ASKED_FOR);
    return [ok(`${whose} know ${ASKED_FOR} (${first?.address ?? 'without an address'})`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      warn(
        `${whose} do not find ${ASKED_FOR} (${reason}): sites of the internet can't be crawled`,
        'check the network, or name others with SITEGREP_DNS_SERVERS; behind a proxy set SITEGREP_HTTP_PROXY',
      ),
    ];
  }
}
