import type { FoundChange, FoundMatch, FoundVersion } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import type { Item } from '../api/search.ts';
import { number } from '../format.ts';
import { useMay } from '../frame/caller.ts';
import { countryName, languageName } from '../names.ts';
import { Day } from '../parts/Day.tsx';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign, shownCharacters } from '../parts/Foreign.tsx';
import { SiteLink } from '../parts/SiteLink.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { positionOf, technologiesOf, urlOf, versionParameters } from './result-facts.ts';

/** Technologies that a row shows. */
const SHOWN = 5;

interface ResultRowProps {
  readonly item: Item;
  readonly query: string;
}

export function ResultRow({ item, query }: ResultRowProps) {
  return item.type === 'change_item' ? <ChangeRow change={item} /> : <FoundRow item={item} query={query} />;
}

interface FoundRowProps extends ResultRowProps {
  readonly item: Exclude<Item, FoundChange>;
}

function FoundRow({ item, query }: FoundRowProps) {
  const searched = query === '' ? {} : { q: query };
  const technologies = technologiesOf(item);
  const version = item.type === 'version_item' ? versionParameters(item, query) : undefined;
  return (
    <article className="result">
      <div className="row apart">
        <h2>
          <Link to="/domains/$domain" params={{ domain: item.domain }} search={version ?? searched}>
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
          {item.type === 'version_item' ? (
            <VersionTimes version={item} />
          ) : (
            <Time at={item.type === 'page_item' ? item.fetched_at : item.visited} />
          )}
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
              <Snippet domain={item.domain} match={match} query={query} version={version} />
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

/** The times between which a version stood. */
function VersionTimes({ version }: { readonly version: FoundVersion }) {
  const { first_seen: first, last_seen: last, gone_at: gone } = version;
  return (
    <span>
      {TEXT.search.firstSeen} <Day at={first} />
      {last === null ? (
        `, ${TEXT.search.stands}`
      ) : (
        <>
          {' '}
          {TEXT.search.lastSeen} <Day at={last} />
        </>
      )}
      {gone !== null && (
        <>
          , {TEXT.search.foundGone} <Day at={gone} />
        </>
      )}
    </span>
  );
}

/** Match of the query with what is around it. */
function Snippet(props: {
  readonly domain: string;
  readonly match: FoundMatch;
  readonly query: string;
  /** Parameters of the version that it is in; undefined: it is in the page as it stands. */
  readonly version: ReturnType<typeof versionParameters> | undefined;
}) {
  const { domain, match, query, version } = props;
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
          search={version ?? { tab: 'source', q: query, url: match.url }}
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
