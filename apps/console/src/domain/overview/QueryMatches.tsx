import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { number } from '../../format.ts';
import { useMay } from '../../frame/caller.ts';
import { Problem } from '../../parts/Failure.tsx';
import { Foreign, shownLines } from '../../parts/Foreign.tsx';
import { messageOf } from '../../api/message.ts';
import { pathOf } from '../../search/result-facts.ts';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { type MatchLine, matchLines } from './match-lines.ts';
import { matchesAt } from './overview-queries.ts';
import { TabLink } from './TabLink.tsx';

interface QueryMatchesProps {
  readonly domain: string;
  readonly query: string;
  /** Titles of pages by their addresses, as far as they are known. */
  readonly titles: ReadonlyMap<string, string | null>;
}

/** The first lines in which the domain has what was searched for. If they come late, their space is kept for them. */
export function QueryMatches({ domain, query, titles }: QueryMatchesProps) {
  const maySource = useMay('source');
  const found = useQuery(matchesAt(domain, query));
  const [isLate] = useState(found.isPending);
  const item = found.data?.items[0];
  const lines = matchLines(item?.matches ?? []);
  return (
    <Card
      title={WORDS.matches}
      beside={
        maySource && (
          <TabLink
            domain={domain}
            search={{ q: query, tab: 'source', ...(lines[0] && { url: lines[0].url }) }}
          >
            {WORDS.allMatches} <span aria-hidden="true">→</span>
          </TabLink>
        )
      }
    >
      <div className={isLate ? 'match-rows late' : 'match-rows'} aria-busy={found.isPending}>
        {lines.length > 0 && (
          <ul>
            {lines.map((line, index) => (
              <li key={`${line.url} ${line.scope} ${line.offset}`}>
                <Row
                  domain={domain}
                  query={query}
                  line={line}
                  title={titles.get(line.url) ?? null}
                  isFirst={line.url !== lines[index - 1]?.url || line.scope !== lines[index - 1]?.scope}
                />
              </li>
            ))}
          </ul>
        )}
        {found.data !== undefined && lines.length === 0 && (
          <p className="quiet">{item === undefined ? WORDS.noMatch : WORDS.noTexts}</p>
        )}
        <Problem text={found.error === null ? null : messageOf(found.error)} />
      </div>
    </Card>
  );
}

interface RowProps {
  readonly domain: string;
  readonly query: string;
  readonly line: MatchLine;
  readonly title: string | null;
  /** False: the line before is of the same page, which is seen there. */
  readonly isFirst: boolean;
}

/** One line of a page, with its number, its page behind it. */
function Row({ domain, query, line, title, isFirst }: RowProps) {
  const maySource = useMay('source');
  const { url, scope, number: at, offset, pieces } = line;
  const code = (
    <code dir="ltr">
      {pieces.map(({ text, kind }, index) =>
        kind === 'match' ? (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a line do not change
          <mark key={index}>{shownLines(text)}</mark>
        ) : (
          <span key={index}>{shownLines(text.replace(/\r$/, ''))}</span>
        ),
      )}
    </code>
  );
  const isOfSource = scope === null || scope === 'rendered';
  const search = {
    q: query,
    tab: 'source',
    url,
    offset: String(offset),
    ...(scope === 'rendered' && { part: 'rendered' }),
  };
  return (
    <>
      <span className="line-number">{number(at)}</span>
      {maySource && isOfSource ? (
        <TabLink domain={domain} search={search}>
          {code}
        </TabLink>
      ) : (
        <span>{code}</span>
      )}
      <span className={isFirst ? 'quiet where' : 'hidden-text'}>
        <Foreign text={pathOf(url)} />
        {title !== null && title !== '' && (
          <>
            {' · '}
            <Foreign text={title} />
          </>
        )}
        {scope !== null && ` · ${WORDS.ofText(scope)}`}
      </span>
    </>
  );
}
