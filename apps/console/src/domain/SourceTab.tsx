import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DomainPage, PageVersion } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';
import { LinkedSource } from './LinkedSource.tsx';
import { pageList } from './page-list.ts';
import { PageChoice } from './PageChoice.tsx';
import { Source } from './Source.tsx';
import { pageSource } from './source-queries.ts';
import { lookedAtIn, type Part, partIn, type SourceParameters } from './source-state.ts';
import { standingVersion } from './version-choice.ts';
import { versionList } from './version-list.ts';

/** Parameters of an address that no link was made for. */
const NO_LINK = { digest: '', offset: '', at: '' } as const;

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
        <PageChoice
          pages={pages}
          url={url}
          onChoose={(chosen) => go({ ...NO_LINK, url: chosen, part: '', match: '' })}
        />
        {(part === 'rendered' || pages.some((page) => page.url === url && page.rendered_bytes !== null)) && (
          <label className="field">
            {WORDS.part}
            <select
              className="input"
              value={part}
              onChange={({ target: { value } }) =>
                go({ ...NO_LINK, part: value === 'body' ? '' : value, match: '' })
              }
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
      {url !== undefined && (
        <Chosen key={`${part} ${url}`} domain={domain} url={url} part={part} given={given} go={go} />
      )}
    </div>
  );
}

interface ChosenProps extends SourceTabProps {
  readonly url: string;
  readonly part: Part;
  readonly go: (change: SourceParameters, replace?: boolean) => void;
}

/** The source of the page that is chosen, or the one that a link was made for. */
function Chosen({ domain, url, part, given, go }: ChosenProps) {
  const { digest, at, q: query = '' } = given;
  const match = useMemo(() => lookedAtIn(given), [given]);
  const shown = (text: string, version: PageVersion | null) => (
    <Source
      text={text}
      query={query}
      name={`${domain}.html.txt`}
      match={match}
      onMatch={(index) => go({ match: String(index + 1) }, true)}
      linkTo={(offset) => (version === null ? null : { domain, url, part, version, query, offset })}
    />
  );
  if (digest === undefined)
    return (
      <Now domain={domain} url={url} part={part}>
        {shown}
      </Now>
    );
  return (
    <LinkedSource
      domain={domain}
      url={url}
      part={part}
      digest={digest}
      at={at}
      onNow={() => go({ ...NO_LINK, match: '' })}
    >
      {shown}
    </LinkedSource>
  );
}

/** The source of a page as it stands. */
function Now(props: {
  readonly domain: string;
  readonly url: string;
  readonly part: Part;
  readonly children: (text: string, version: PageVersion | null) => ReactNode;
}) {
  const { domain, url, part, children } = props;
  const source = useQuery(pageSource(domain, url, part));
  const versions = useQuery(versionList(domain, url));
  return (
    <Loaded query={source} lines={12}>
      {(text) => children(text, standingVersion(versions.data ?? []))}
    </Loaded>
  );
}

function Mark({ query, onMark }: { readonly query: string; readonly onMark: (query: string) => void }) {
  const [draft, setDraft] = useState(query);
  useLayoutEffect(() => setDraft(query), [query]);
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
