import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainDetails } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { counted, number } from '../format.ts';
import { countryName, languageName } from '../names.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { HEAD_TEXT } from '../text/overview.ts';
import { answersList } from './domain-lists.ts';
import { DomainActions } from './DomainActions.tsx';
import { IconPicture } from './IconPicture.tsx';
import './head.css';

/** A domain in one line, with what can be done with it. */
export function DomainHead({ details }: { readonly details: DomainDetails }) {
  const { domain } = details;
  return (
    <header className="domain-head">
      <SiteIcon domain={domain} />
      <div>
        <h1>
          <DomainName domain={domain} />
        </h1>
        <ul className="one-line">
          {factsOf(details).map(([name, fact]) => (
            <li key={name}>{fact}</li>
          ))}
        </ul>
      </div>
      <DomainActions details={details} />
    </header>
  );
}

function factsOf(details: DomainDetails): readonly (readonly [name: string, fact: ReactNode])[] {
  const {
    title,
    country,
    language,
    content_language: detected,
    rank,
    pages_count: pages,
    visited,
    kind,
  } = details;
  const spoken = language ?? detected;
  return [
    ...(title === null || title === '' ? [] : [['title', <Foreign key="title" text={title} />] as const]),
    ...(kind === null
      ? []
      : [
          [
            'kind',
            <span key="kind" className="warning">
              {kind.replaceAll('_', ' ')}
            </span>,
          ] as const,
        ]),
    ...(country === null ? [] : [['country', countryName(country)] as const]),
    ...(spoken === null ? [] : [['language', languageName(spoken)] as const]),
    ...(rank > 0 ? [['rank', `${TEXT.search.rank} ${number(rank)}`] as const] : []),
    ['pages', counted(pages, TEXT.search.page, TEXT.search.pages)],
    ...(visited === null
      ? []
      : [
          [
            'visited',
            <span key="visited">
              {HEAD_TEXT.visited} <Time at={visited} />
            </span>,
          ] as const,
        ]),
  ];
}

/** The icon of the site where one is known, and else its first letter; its space is there before it. */
function SiteIcon({ domain }: { readonly domain: string }) {
  const icon = useInfiniteQuery(answersList(domain)).data?.pages[0]?.icon ?? null;
  return (
    <span className="site-icon" aria-hidden="true">
      <span>{domain.charAt(0).toUpperCase()}</span>
      {icon !== null && icon.problem === null && <IconPicture domain={domain} alt="" />}
    </span>
  );
}
