import type { DomainHistory, DomainThirdParties } from '@sitegrep/client';
import { counted } from '../../format.ts';
import { Link } from '../../parts/Link.tsx';
import { valueOf } from '../../query/language.ts';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { hostsOf, newHosts } from './hosts.ts';
import { recentBefore } from './recent.ts';
import { TabLink } from './TabLink.tsx';

/** Hosts that are shown. */
const SHOWN = 12;

interface HostsCardProps {
  readonly domain: string;
  readonly parties: DomainThirdParties;
  readonly history: DomainHistory | null;
}

/** The hosts of others that the pages load from; each leads to the sites that do, too. */
export function HostsCard({ domain, parties, history }: HostsCardProps) {
  const hosts = hostsOf(parties, newHosts(history?.items ?? [], recentBefore(history?.visits ?? [])));
  return (
    <Card
      title={WORDS.hosts}
      beside={
        hosts.length > SHOWN && (
          <TabLink domain={domain} search={{ tab: 'history', kind: 'host', all: 'yes' }}>
            {WORDS.allHosts(counted(hosts.length, WORDS.host))} <span aria-hidden="true">→</span>
          </TabLink>
        )
      }
    >
      {hosts.length === 0 && <p className="quiet">{WORDS.noHosts}</p>}
      <ul className="chips">
        {hosts.slice(0, SHOWN).map(({ host, technologies, hasCome }) => (
          <li key={host}>
            <Link
              to="/search"
              search={{ q: `host:${valueOf(host)}` }}
              className={hasCome ? 'chip came' : 'chip'}
              title={technologies.join(', ')}
            >
              {hasCome && (
                <>
                  <span aria-hidden="true">+</span>
                  <span className="hidden-text">{WORDS.newHost}</span>
                </>
              )}
              {host}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
