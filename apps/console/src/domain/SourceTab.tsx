import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { number, size } from '../format.ts';
import { isTyping } from '../frame/shortcuts.tsx';
import { Failure, Loading } from '../parts/Failure.tsx';
import { SOURCE_TEXT } from '../text/domain.ts';
import { useReadSource } from './read-source.ts';
import { SourceView } from './SourceView.tsx';

const WORDS = SOURCE_TEXT;

interface SourceTabProps {
  readonly domain: string;
  readonly given: {
    readonly q?: string;
    readonly url?: string;
    readonly part?: string;
    readonly match?: string;
  };
}

/** The source of a page of a domain: with its line numbers, the matches of a query, and a readable form beside it. */
export function SourceTab({ domain, given }: SourceTabProps) {
  const navigate = useNavigate();
  const pages = useInfiniteQuery({
    queryKey: ['domain-pages', domain],
    queryFn: ({ pageParam, signal }) =>
      client.domains.pages(
        domain,
        { limit: 100, ...(pageParam !== '' && { next_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const url = given.url ?? items[0]?.url;
  const isRendered = items.some((page) => page.url === url && page.rendered_bytes !== null);
  const part = given.part === 'rendered' ? 'rendered' : 'body';
  const source = useQuery({
    queryKey: ['source', domain, url, part],
    queryFn: ({ signal }) => client.domains.source(domain, url ?? '', { part, signal }),
    enabled: url !== undefined,
    // A source may have megabytes: that of a page that was left is not kept.
    gcTime: 10_000,
  });
  const go = (change: SourceTabProps['given'], replace = false): void => {
    void navigate({
      to: '/domains/$domain',
      params: { domain },
      search: { ...given, tab: 'source', ...change },
      replace,
      resetScroll: false,
    });
  };
  if (pages.data === undefined)
    return pages.isError ? (
      <Failure error={pages.error} retry={() => void pages.refetch()} />
    ) : (
      <Loading lines={8} />
    );
  return (
    <div className="stack">
      <div className="source-bar">
        <label className="field">
          {WORDS.page}
          <select
            className="input mono"
            value={url}
            onChange={(event) => go({ url: event.target.value, part: '', match: '' })}
          >
            {url !== undefined && !items.some((page) => page.url === url) && (
              <option value={url}>{url}</option>
            )}
            {items.map((page) => (
              <option key={page.url} value={page.url}>
                {page.url} ({size(page.bytes)})
              </option>
            ))}
          </select>
        </label>
        {(isRendered || part === 'rendered') && (
          <label className="field">
            {WORDS.part}
            <select
              className="input"
              value={part}
              onChange={(event) =>
                go({ part: event.target.value === 'rendered' ? 'rendered' : '', match: '' })
              }
            >
              <option value="body">{WORDS.body}</option>
              <option value="rendered">{WORDS.rendered}</option>
            </select>
          </label>
        )}
        <Mark query={given.q ?? ''} onMark={(q) => go({ q, match: '' })} />
      </div>
      {source.data === undefined ? (
        source.isError ? (
          <Failure error={source.error} retry={() => void source.refetch()} />
        ) : (
          <Loading lines={12} />
        )
      ) : (
        <Source
          key={`${part} ${url}`}
          text={source.data}
          query={given.q ?? ''}
          name={`${domain}.html.txt`}
          match={Math.max(0, Number(given.match ?? '1') - 1) || 0}
          onMatch={(index) => go({ match: String(index + 1) }, true)}
        />
      )}
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

/** Matches of a source until they are found. */
const NOT_READ = { all: [], isCut: false } as const;

interface SourceProps {
  readonly text: string;
  readonly query: string;
  /** Name of the file when it is saved. */
  readonly name: string;
  /** Index of the match that is looked at. */
  readonly match: number;
  readonly onMatch: (index: number) => void;
}

function Source({ text, query, name, match, onMatch }: SourceProps) {
  const [isWrapped, setWrapped] = useState(true);
  const [isPretty, setPretty] = useState(false);
  const [offset, setOffset] = useState<number | null>(null);
  const read = useReadSource(text, query, false);
  const { all: matches, isCut } = read ?? NOT_READ;
  const count = matches.length;
  const current = count === 0 ? 0 : Math.min(match, count - 1);

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (isTyping(event) || count === 0) return;
      const step = { n: 1, p: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onMatch((current + step + count) % count);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [count, current, onMatch]);

  function save(): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <>
      <div className="row apart">
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={count === 0}
            onClick={() => onMatch((current + count - 1) % count)}
            aria-label={WORDS.previous}
          >
            ↑
          </button>
          <button
            type="button"
            className="button"
            disabled={count === 0}
            onClick={() => onMatch((current + 1) % count)}
            aria-label={WORDS.next}
          >
            ↓
          </button>
          <span role="status">
            {count === 0
              ? query === ''
                ? ''
                : read === null
                  ? WORDS.looking
                  : WORDS.none
              : WORDS.matches(number(current + 1), number(count))}
            {isCut && <span className="warning">{` ${WORDS.cut}`}</span>}
          </span>
        </div>
        <div className="row">
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              const given = Number(new FormData(event.currentTarget).get('offset'));
              if (Number.isInteger(given) && given >= 0) setOffset(given);
            }}
          >
            <label className="row">
              <span className="quiet">{WORDS.offset}</span>
              <input className="input offset" name="offset" inputMode="numeric" pattern="[0-9]+" size={8} />
            </label>
            <button type="submit" className="button">
              {WORDS.go}
            </button>
          </form>
          <label className="row">
            <input type="checkbox" checked={isWrapped} onChange={() => setWrapped(!isWrapped)} />
            {WORDS.wrap}
          </label>
          <label className="row">
            <input type="checkbox" checked={isPretty} onChange={() => setPretty(!isPretty)} />
            {WORDS.pretty}
          </label>
          <button type="button" className="button" onClick={save}>
            {WORDS.download}
          </button>
        </div>
      </div>
      <div className="source-views">
        <SourceView
          text={text}
          label={WORDS.label}
          isWrapped={isWrapped}
          matches={matches}
          current={current}
          offset={offset}
          onMatch={onMatch}
        />
        {isPretty && <PrettySource text={text} query={query} isWrapped={isWrapped} />}
      </div>
    </>
  );
}

/** The indented form of a source, with the matches in it. */
function PrettySource(props: { readonly text: string; readonly query: string; readonly isWrapped: boolean }) {
  const { text, query, isWrapped } = props;
  const read = useReadSource(text, query, true);
  if (read === null) return <Loading lines={12} />;
  return (
    <SourceView
      text={read.text}
      label={WORDS.prettyLabel}
      isWrapped={isWrapped}
      matches={read.all}
      current={-1}
      offset={null}
    />
  );
}
