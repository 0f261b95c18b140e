import { useQuery } from '@tanstack/react-query';
import type { DomainTechnology } from '@sitegrep/client';
import { counted } from '../../format.ts';
import { Link } from '../../parts/Link.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { valueOf } from '../../query/language.ts';
import { TEXT } from '../../text.ts';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { EvidenceList } from '../EvidenceList.tsx';
import { technologyEvidence } from './overview-queries.ts';

/** Why a technology is there: what shows it, with the way to where that stands. */
export function TechnologyEvidence({ domain, name }: { readonly domain: string; readonly name: string }) {
  const found = useQuery(technologyEvidence(domain));
  return (
    <section className="why-technology stack tight" aria-label={WORDS.why(name)}>
      <Loaded query={found} lines={3}>
        {({ items, notes }) => {
          const technology = items.find((one) => one.name === name);
          return (
            <>
              {notes.map((note) => (
                <p key={note} className="warning">
                  {note}
                </p>
              ))}
              {technology === undefined ? (
                <p className="quiet">{WORDS.noEvidence}</p>
              ) : (
                <Shown domain={domain} technology={technology} />
              )}
            </>
          );
        }}
      </Loaded>
      <p className="row">
        <Link to="/search" search={{ q: `tech:${valueOf(name)}` }}>
          {WORDS.who}
        </Link>
        <Link to="/trends/$technology" params={{ technology: name }}>
          {WORDS.trend}
        </Link>
      </p>
    </section>
  );
}

function Shown({ domain, technology }: { readonly domain: string; readonly technology: DomainTechnology }) {
  const { confidence, pages_count: pages, evidence } = technology;
  return (
    <>
      <p className="quiet">{WORDS.found(confidence, counted(pages, TEXT.search.page, TEXT.search.pages))}</p>
      {evidence.length === 0 ? (
        <p className="quiet">{WORDS.noEvidence}</p>
      ) : (
        <EvidenceList domain={domain} evidence={evidence} />
      )}
    </>
  );
}
