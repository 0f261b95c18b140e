import type { Found, FoundPage } from '@sitegrep/client';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../api/message.ts';
import type { Item } from '../api/search.ts';
import { number } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { totalText } from '../search/criteria.ts';
import { ExcerptBox } from '../search/Excerpts.tsx';
import { excerptsOf } from '../search/excerpts.ts';
import { AROUND } from '../search/result-parts.ts';
import { sourceOf } from '../search/shown-source.ts';
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';
import { matchingDomains, matchingPages, versionIn } from './queries.ts';

interface EditorMatchesProps {
  readonly q: string;
  readonly version: string;
}

/** Matches of the query of a technology: number of domains, and the first pages with their lines and versions. */
export function EditorMatches({ q, version }: EditorMatchesProps) {
  const pages = useQuery({
    ...matchingPages(q, version),
    // While only the version changes, the pages stay; those of another query would be shown as found by this one.
    placeholderData: (before, query) => (query?.queryKey[1] === q ? before : undefined),
  });
  const domains = useQuery(matchingDomains(q));
  const error = pages.error ?? domains.error;
  return (
    <section className="stack technology-matches" aria-label={WORDS.matches}>
      <h2>{WORDS.matches}</h2>
      <div id="query-state" className="stack tight">
        <p role="status">
          {q.trim() === ''
            ? WORDS.matchesHint
            : error === null && (
                <strong>
                  {pages.data === undefined
                    ? '…'
                    : WORDS.found(
                        domains.data === undefined ? '…' : totalText(domains.data, 'domain'),
                        totalText(pages.data.total_count, 'page'),
                      )}
                </strong>
              )}
        </p>
        {q.trim() !== '' && <Problem text={error === null ? null : messageOf(error)} />}
      </div>
      {q.trim() !== '' && error === null && pages.data !== undefined && (
        <Pages found={pages.data} q={q} hasVersion={version !== '' && !pages.isPlaceholderData} />
      )}
    </section>
  );
}

function Pages(props: { readonly found: Found<Item>; readonly q: string; readonly hasVersion: boolean }) {
  const { found, q, hasVersion } = props;
  const { items, total_count: total } = found;
  if (total === 0) return <p className="quiet">{WORDS.matchesNone}</p>;
  return (
    <>
      {items.length < total && <p className="quiet">{WORDS.first(number(items.length))}</p>}
      <ul>
        {items.map(
          (item) =>
            item.type === 'page_item' && (
              <li key={item.url} className="stack tight">
                <div className="row apart">
                  <Link to="/domains/$domain" params={{ domain: item.domain }} search={{ q }}>
                    <DomainName domain={item.domain} />
                  </Link>
                  {hasVersion && <Version version={versionIn(item.extracted)} />}
                </div>
                <Lines page={item} q={q} />
              </li>
            ),
        )}
      </ul>
    </>
  );
}

/** The lines of a page that match; its address alone if no text of it is what matches. */
function Lines({ page, q }: { readonly page: FoundPage; readonly q: string }) {
  const excerpts = excerptsOf(page.matches ?? [], AROUND);
  if (excerpts.length === 0)
    return (
      <p className="quiet mono address">
        <Foreign text={page.url} />
      </p>
    );
  return excerpts.map((excerpt) => {
    const { url, scope, offset } = excerpt;
    const source = sourceOf(page, { url, scope: scope ?? 'body', offset });
    return <ExcerptBox key={scope} excerpt={excerpt} search={{ q, level: 'page', ...source }} />;
  });
}

function Version({ version }: { readonly version: string | null }) {
  return version === null ? (
    <span className="quiet">{WORDS.versionNone}</span>
  ) : (
    <span className="chip">
      {WORDS.versionIs} <Foreign text={version} />
    </span>
  );
}
