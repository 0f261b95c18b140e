import type { FoundChange, FoundVersion } from '@sitegrep/client';
import { useMemo } from 'react';
import type { Item } from '../api/search.ts';
import { number } from '../format.ts';
import { countryName, languageName } from '../names.ts';
import { Day } from '../parts/Day.tsx';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { SiteLink } from '../parts/SiteLink.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { type Criteria, parametersOf } from './criteria.ts';
import { ExcerptBox } from './Excerpts.tsx';
import { excerptsOf } from './excerpts.ts';
import { pathOf, urlOf, versionParameters } from './result-facts.ts';
import { AROUND } from './result-parts.ts';
import { ResultChips } from './ResultChips.tsx';
import { type ShownSource, sourceOf } from './shown-source.ts';

interface ResultRowProps {
  readonly item: Item;
  readonly criteria: Criteria;
  /** True if the row before it is of the same domain, so that its name stands there. */
  readonly isContinued: boolean;
  readonly onShow: (source: ShownSource) => void;
}

export function ResultRow({ item, ...props }: ResultRowProps) {
  return item.type === 'change_item' ? <ChangeRow change={item} /> : <FoundRow item={item} {...props} />;
}

interface FoundRowProps extends ResultRowProps {
  readonly item: Exclude<Item, FoundChange>;
}

function FoundRow({ item, criteria, isContinued, onShow }: FoundRowProps) {
  const { q } = criteria;
  const { matches } = item;
  const excerpts = useMemo(() => excerptsOf(matches ?? [], AROUND), [matches]);
  const searched = q === '' ? {} : { q };
  const version = item.type === 'version_item' ? versionParameters(item, q) : undefined;
  return (
    <article className={isContinued ? 'result continued' : 'result'}>
      <div className="result-head">
        <h2>
          <Link to="/domains/$domain" params={{ domain: item.domain }} search={version ?? searched}>
            <DomainName domain={item.domain} />
          </Link>
        </h2>
        <p className="title">{item.title !== null && <Foreign text={item.title} />}</p>
        <p className="figures">
          {item.type === 'domain_technology_item' && item.country !== null && (
            <span>{countryName(item.country)}</span>
          )}
          {item.type === 'domain_technology_item' && item.content_language !== null && (
            <span>{languageName(item.content_language)}</span>
          )}
          {item.rank > 0 && (
            <span>
              {TEXT.search.rank} {number(item.rank)}
            </span>
          )}
          {item.type === 'version_item' ? (
            <VersionTimes version={item} />
          ) : (
            <Time at={item.type === 'page_item' ? item.fetched_at : item.visited} />
          )}
          <SiteLink url={urlOf(item)}>{TEXT.search.site}</SiteLink>
        </p>
      </div>
      {item.type !== 'domain_technology_item' && excerpts.length === 0 && (
        <p className="quiet mono">
          <Foreign text={pathOf(item.url)} />
        </p>
      )}
      {excerpts.map((excerpt) => {
        const { url, scope, offset } = excerpt;
        const source = sourceOf(item, { url, scope: scope ?? 'body', offset });
        if (source === null) return null;
        return (
          <ExcerptBox
            key={`${url} ${scope}`}
            excerpt={excerpt}
            search={{ ...parametersOf(criteria), ...source }}
            onShow={(at) => onShow(at === null ? source : { ...source, offset: String(at) })}
          />
        );
      })}
      {item.type !== 'version_item' && <ResultChips item={item} isContinued={isContinued} />}
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
