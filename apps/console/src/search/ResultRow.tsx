import type { FoundChange, FoundMatch } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import type { Item } from '../api/search.ts';
import { number } from '../format.ts';
import { useMay } from '../frame/caller.ts';
import { countryName, languageName } from '../names.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign, shownCharacters } from '../parts/Foreign.tsx';
import { SiteLink } from '../parts/SiteLink.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { positionOf, technologiesOf, urlOf } from './result-facts.ts';

/** Technologies that a row shows. */
const SHOWN = 5;

interface ResultRowProps {
  readonly item: Item;
  readonly query: string;
}

export function ResultRow({ item, query }: ResultRowProps) {
  return item.type === 'change_item' ? <ChangeRow change={item} /> : <FoundRow item={item} query={query} />;
}

/** Time of the visit; of a version, that of the first one. */
function seenAt(item: Exclude<Item, FoundChange>): string | null {
  switch (item.type) {
    case 'page_item':
      return item.fetched_at;
    case 'version_item':
      return item.first_seen;
    case 'domain_technology_item':
      return item.visited;
  }
}

interface FoundRowProps extends ResultRowProps {
  readonly item: Exclude<Item, FoundChange>;
}

function FoundRow({ item, query }: FoundRowProps) {
  const searched = query === '' ? {} : { q: query };
  const technologies = technologiesOf(item);
  return (
    <article className="result">
      <div className="row apart">
        <h2>
          <Link to="/domains/$domain" params={{ domain: item.domain }} search={searched}>
            <DomainName domain={item.domain} />
          </Link>
        </h2>
        <p className="row quiet">
          <span title={TEXT.search.rank}>
            {TEXT.search.rank} {number(item.rank)}
          </span>
          {item.type === 'domain_technology_item' && item.country !== null && (
            <span>{countryName(item.country)}</span>
          )}
          {item.type === 'domain_technology_item' && item.content_language !== null && (
            <span>{languageName(item.content_language)}</span>
          )}
          <Time at={seenAt(item)} />
          <SiteLink url={urlOf(item)}>{TEXT.search.site}</SiteLink>
        </p>
      </div>
      {item.title !== null && (
        <p className="title">
          <Foreign text={item.title} />
        </p>
      )}
      {item.type !== 'domain_technology_item' && (
        <p className="quiet mono">
          <Foreign text={item.url} />
        </p>
      )}
      {item.matches !== undefined && item.matches.length > 0 && (
        <ul className="snippets">
          {item.matches.map((match) => (
            <li key={`${match.url} ${match.scope} ${match.offset} ${match.term}`}>
              <Snippet domain={item.domain} match={match} query={query} />
            </li>
          ))}
        </ul>
      )}
      {technologies.length > 0 && (
        <ul className="row technologies">
          {technologies.slice(0, SHOWN).map(({ name, isImplied }) => (
            <li key={name} className="chip">
              {name}
              {isImplied && <span className="quiet"> {TEXT.search.implied}</span>}
            </li>
          ))}
          {technologies.length > SHOWN && (
            <li className="quiet">{TEXT.search.technologies(technologies.length - SHOWN)}</li>
          )}
        </ul>
      )}
    </article>
  );
}

/** Match of the query with what is around it. */
function Snippet(props: { readonly domain: string; readonly match: FoundMatch; readonly query: string }) {
  const { domain, match, query } = props;
  const maySource = useMay('source');
  const where = positionOf(match);
  return (
    <>
      <pre dir="ltr">
        {shownCharacters(match.before)}
        <mark>{shownCharacters(match.match)}</mark>
        {shownCharacters(match.after)}
      </pre>
      {maySource ? (
        <Link
          className="where"
          to="/domains/$domain"
          params={{ domain }}
          search={{ tab: 'source', q: query, url: match.url }}
        >
          <Foreign text={where} />
        </Link>
      ) : (
        <span className="where quiet">
          <Foreign text={where} />
        </span>
      )}
    </>
  );
}
