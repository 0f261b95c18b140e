import { useQuery } from '@tanstack/react-query';
import type { DomainTechnology } from '@sitegrep/client';
import { counted, number } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { TEXT } from '../text.ts';
import { DOMAIN_TEXT } from '../text/domain.ts';
import { EvidenceList } from './EvidenceList.tsx';
import { technologyEvidence } from './overview/overview-queries.ts';

/** The technologies of a domain, with what showed them. */
export function Technologies({ domain }: { readonly domain: string }) {
  const found = useQuery(technologyEvidence(domain));
  return (
    <Loaded query={found} lines={8}>
      {({ items, notes }) =>
        items.length === 0 ? (
          <State title={DOMAIN_TEXT.noTechnologies}>
            <p>{DOMAIN_TEXT.noTechnologiesHint}</p>
          </State>
        ) : (
          <div className="stack">
            {notes.map((note) => (
              <p key={note} className="warning">
                {note}
              </p>
            ))}
            <ul className="technologies-list">
              {items.map((technology) => (
                <li key={technology.name}>
                  <Technology domain={domain} technology={technology} />
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

function Technology(props: { readonly domain: string; readonly technology: DomainTechnology }) {
  const { domain, technology } = props;
  const { name, versions, confidence, categories, pages_count: pages } = technology;
  const { implied: isImplied, implied_by: implied } = technology;
  return (
    <section className="stack tight">
      <div className="row apart">
        <div className="row">
          <h2>
            <Link to="/trends/$technology" params={{ technology: name }}>
              {name}
            </Link>
          </h2>
          <span className="quiet mono">{versions.join(', ')}</span>
          {isImplied && <span className="quiet">{DOMAIN_TEXT.onlyImplied}</span>}
        </div>
        <span className="quiet">
          {DOMAIN_TEXT.confidence} {confidence} % · {DOMAIN_TEXT.on}{' '}
          {counted(pages, TEXT.search.page, TEXT.search.pages)}
        </span>
      </div>
      <p className="quiet">
        {categories.join(' · ')}
        {implied.length > 0 && ` · ${DOMAIN_TEXT.implied} ${implied.join(', ')}`}
      </p>
      {technology.evidence.length > 0 && (
        <details>
          <summary>
            {DOMAIN_TEXT.evidence} ({number(technology.evidence_count)})
          </summary>
          <EvidenceList domain={domain} evidence={technology.evidence} />
        </details>
      )}
    </section>
  );
}
