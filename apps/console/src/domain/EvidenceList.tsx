import type { DomainTechnology } from '@sitegrep/client';
import { useMay } from '../frame/caller.ts';
import { Foreign, shownCharacters } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { evidenceText } from './evidence.ts';
import { targetOf } from './evidence-target.ts';

interface EvidenceListProps {
  readonly domain: string;
  readonly evidence: DomainTechnology['evidence'];
}

/** Evidence of a technology; each piece leads to the source or the answer in which it stands. */
export function EvidenceList({ domain, evidence }: EvidenceListProps) {
  const maySource = useMay('source');
  return (
    <ul className="stack tight evidence">
      {evidence.map((one) => {
        const target = targetOf(one);
        return (
          <li key={JSON.stringify(one)}>
            <pre dir="ltr">{shownCharacters(evidenceText(one))}</pre>
            {target === null || (target.tab === 'source' && !maySource) ? (
              <Foreign text={one.url} className="quiet" />
            ) : (
              <Link to="/domains/$domain" params={{ domain }} search={target}>
                <Foreign text={one.url} />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
