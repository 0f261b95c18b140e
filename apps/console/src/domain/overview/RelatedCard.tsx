import { useQuery } from '@tanstack/react-query';
import type { DomainDetails } from '@sitegrep/client';
import { messageOf } from '../../api/message.ts';
import { counted, number } from '../../format.ts';
import { DomainName } from '../../parts/DomainName.tsx';
import { Loading, Problem } from '../../parts/Failure.tsx';
import { Link } from '../../parts/Link.tsx';
import { useSeen } from '../../parts/seen.ts';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { identifiersAt, sitesSharing } from './overview-queries.ts';
import { relatedQuery, relatedSites, type Shared, sharedIcon, sharedOf } from './related.ts';

/** Sites that are shown. */
const SHOWN = 8;

interface RelatedCardProps {
  readonly details: DomainDetails;
  /** Hash of the icon; null: none is known. */
  readonly icon: number | null;
}

/** Sites that share identifiers, addresses or the icon with a domain, with what they share. It is the last card, since it comes late; it takes searches, which begin when it is seen. */
export function RelatedCard({ details, icon }: RelatedCardProps) {
  const { domain } = details;
  const [ref, isSeen] = useSeen<HTMLElement>();
  const identifiers = useQuery({ ...identifiersAt(domain), enabled: isSeen });
  const shared = identifiers.data === undefined ? [] : sharedOf(details, identifiers.data);
  const ofIcon = icon === null ? [] : [sharedIcon(icon)];
  const found = useQuery(sitesSharing(domain, shared));
  const alike = useQuery({ ...sitesSharing(domain, ofIcon), enabled: isSeen && icon !== null });
  const error = identifiers.error ?? found.error ?? alike.error;
  const all = [...shared, ...ofIcon];
  const isLoading = identifiers.isPending || found.isLoading || alike.isLoading;
  const total = found.data?.total_count ?? 0;
  return (
    <Card
      ref={ref}
      title={WORDS.related}
      className="related"
      beside={
        total > SHOWN && (
          <Link to="/search" search={{ q: relatedQuery(shared, domain) }}>
            {WORDS.allRelated(number(total))} <span aria-hidden="true">→</span>
          </Link>
        )
      }
    >
      {error !== null ? (
        <Problem text={messageOf(error)} />
      ) : isLoading ? (
        <Loading lines={3} />
      ) : (
        <Sites
          shared={all}
          sites={relatedSites(
            found.data?.items ?? [],
            shared,
            (alike.data?.items ?? []).flatMap((one) =>
              ofIcon.map((own) => ({ domain: one.domain, icon: own })),
            ),
          )}
        />
      )}
    </Card>
  );
}

function Sites({
  shared,
  sites,
}: {
  readonly shared: readonly Shared[];
  readonly sites: ReturnType<typeof relatedSites>;
}) {
  if (shared.length === 0) return <p className="quiet">{WORDS.nothingShared}</p>;
  if (sites.length === 0)
    return <p className="quiet">{WORDS.noRelated(counted(shared.length, WORDS.ownThing))}</p>;
  return (
    <ul className="stack tight">
      {sites.slice(0, SHOWN).map(({ domain, reasons }) => (
        <li key={domain}>
          <Link to="/domains/$domain" params={{ domain }}>
            <DomainName domain={domain} />
          </Link>
          <ul className="reasons">
            {reasons.map(({ kind, value, query }) => (
              <li key={`${kind} ${value}`}>
                <Link to="/search" search={{ q: query }} className="quiet-link" title={value}>
                  {WORDS.same(WORDS.shared[kind])}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
