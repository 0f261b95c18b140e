import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DomainPage } from '@sitegrep/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';
import { pageList } from './page-list.ts';
import { PageChoice } from './PageChoice.tsx';
import { Source } from './Source.tsx';
import { matchIn, partIn, type SourceParameters } from './source-state.ts';

interface SourceTabProps {
  readonly domain: string;
  readonly given: SourceParameters;
}

/** The source of a page of a domain: with its line numbers, the matches of a query, and a readable form beside it. */
export function SourceTab({ domain, given }: SourceTabProps) {
  const pages = useInfiniteQuery(pageList(domain));
  return (
    <Loaded query={pages} lines={8}>
      {(list) => <SourceOf domain={domain} given={given} pages={list.pages.flatMap(({ items }) => items)} />}
    </Loaded>
  );
}

function SourceOf({ domain, given, pages }: SourceTabProps & { readonly pages: readonly DomainPage[] }) {
  const navigate = useNavigate();
  const url = given.url ?? pages[0]?.url;
  const part = partIn(given);
  const source = useQuery({
    queryKey: ['source', domain, url, part],
    queryFn: ({ signal }) => client.domains.source(domain, url ?? '', { part, signal }),
    enabled: url !== undefined,
    // A source may have megabytes: that of a page that was left is not kept.
    gcTime: 10_000,
  });
  const go = (change: SourceParameters, replace = false): void => {
    void navigate({
      to: '/domains/$domain',
      params: { domain },
      search: { ...given, tab: 'source', ...change },
      replace,
      resetScroll: false,
    });
  };
  return (
    <div className="stack">
      <div className="source-bar">
        <PageChoice pages={pages} url={url} onChoose={(chosen) => go({ url: chosen, part: '', match: '' })} />
        {(part === 'rendered' || pages.some((page) => page.url === url && page.rendered_bytes !== null)) && (
          <label className="field">
            {WORDS.part}
            <select
              className="input"
              value={part}
              onChange={({ target: { value } }) => go({ part: value === 'body' ? '' : value, match: '' })}
            >
              <option value="body">{WORDS.body}</option>
              <option value="rendered">{WORDS.rendered}</option>
            </select>
          </label>
        )}
        {url !== undefined && (
          <Link
            className="button"
            to="/domains/$domain"
            params={{ domain }}
            search={{ ...(given.q !== undefined && { q: given.q }), tab: 'versions', url }}
          >
            {WORDS.versions}
          </Link>
        )}
        <Mark query={given.q ?? ''} onMark={(q) => go({ q, match: '' })} />
      </div>
      <Loaded query={source} lines={12}>
        {(text) => (
          <Source
            key={`${part} ${url}`}
            text={text}
            query={given.q ?? ''}
            name={`${domain}.html.txt`}
            match={matchIn(given)}
            onMatch={(index) => go({ match: String(index + 1) }, true)}
          />
        )}
      </Loaded>
    </div>
  );
}

function Mark({ query, onMark }: { readonly query: string; readonly onMark: (query: string) => void }) {
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        onMark(draft);
      }}
    >
      <label htmlFor="mark">{WORDS.query}</label>
      <input
        id="mark"
        className="input mono"
        type="search"
        placeholder={WORDS.queryHint}
        value={draft}
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  );
}
