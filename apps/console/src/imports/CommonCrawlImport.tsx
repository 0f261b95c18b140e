import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CommonCrawlRequest } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { textIn } from '../parts/form.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { COMMONCRAWL_TEXT as WORDS } from '../text/commoncrawl.ts';
import { CommonCrawlRun, isGoingOn } from './CommonCrawlRun.tsx';

const SOURCES = ['hosts', 'list', 'top', 'tld'] as const;
type Source = (typeof SOURCES)[number];

/** Interval at which the import is looked at while it goes on, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

const KEY = ['commoncrawl'];

/** Imports captures from Common Crawl: first an estimate, then the import. */
export function CommonCrawlImport() {
  const [way, choose] = useState<Source>('hosts');
  const queries = useQueryClient();
  const last = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.admin.commonCrawl.last({ signal }),
    refetchInterval: ({ state }) => {
      const run = state.data?.run ?? null;
      return run !== null && isGoingOn(run) ? LOOK_EVERY_MS : false;
    },
  });
  const change = useMutation({
    mutationFn: (request: CommonCrawlRequest | null) =>
      request === null ? client.admin.commonCrawl.stop() : client.admin.commonCrawl.start(request),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });

  return (
    <form
      className="stack submission"
      aria-label={WORDS.title}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent;
        const isEstimate = submitter?.getAttribute('value') === 'estimate';
        change.mutate({ ...requestIn(new FormData(event.currentTarget), way), dry_run: isEstimate });
      }}
    >
      <h2>{WORDS.title}</h2>
      <p className="quiet">{WORDS.lead}</p>
      <label className="field">
        {WORDS.sites}
        <select className="input" value={way} onChange={({ target }) => choose(sourceOf(target.value))}>
          {SOURCES.map((one) => (
            <option key={one} value={one}>
              {WORDS.sources[one]}
            </option>
          ))}
        </select>
      </label>
      <Sites way={way} />
      <div className="options">
        <Field label={WORDS.crawls} hint={WORDS.crawlsHint} name="crawls" spellCheck={false} />
        <Field label={WORDS.path} hint={WORDS.pathHint} name="path" defaultValue="/" spellCheck={false} />
        <Field label={WORDS.languages} hint={WORDS.languagesHint} name="languages" spellCheck={false} />
      </div>
      <Loaded query={last}>
        {({ run }) => {
          const goesOn = run !== null && isGoingOn(run);
          return (
            <>
              <div className="row">
                <Button type="submit" value="estimate" disabled={goesOn || change.isPending}>
                  {WORDS.estimate}
                </Button>
                <Button type="submit" look="primary" value="begin" disabled={goesOn || change.isPending}>
                  {WORDS.begin}
                </Button>
                {goesOn && (
                  <Button onClick={() => change.mutate(null)} disabled={change.isPending}>
                    {WORDS.stop}
                  </Button>
                )}
              </div>
              {run !== null && <CommonCrawlRun run={run} />}
            </>
          );
        }}
      </Loaded>
      <Problem text={change.error === null ? null : messageOf(change.error)} />
    </form>
  );
}

function sourceOf(value: string): Source {
  return SOURCES.find((way) => way === value) ?? 'hosts';
}

/** The field in which the sites are named. */
function Sites({ way }: { readonly way: Source }) {
  if (way === 'top')
    return <Field label={WORDS.top} name="sites" type="number" min={1} max={5_000_000} required />;
  if (way !== 'hosts') return <Field label={WORDS[way]} name="sites" required spellCheck={false} />;
  return (
    <label className="field">
      {WORDS.hosts}
      <textarea
        className="input"
        name="sites"
        rows={5}
        required
        spellCheck={false}
        placeholder={'example.com\nblog.example.org'}
      />
    </label>
  );
}

function requestIn(data: FormData, way: Source): CommonCrawlRequest {
  const [crawls, languages] = [wordsIn(data, 'crawls'), wordsIn(data, 'languages')];
  const [sites, path] = [textIn(data, 'sites'), textIn(data, 'path')];
  return {
    ...(way === 'hosts' ? { hosts: sites.split('\n').filter((line) => line.trim() !== '') } : {}),
    ...(way === 'list' ? { list: sites } : {}),
    ...(way === 'top' ? { top: Number(sites) } : {}),
    ...(way === 'tld' ? { tld: sites } : {}),
    ...(crawls.length === 0 ? {} : { crawls }),
    ...(languages.length === 0 ? {} : { languages }),
    ...(path === '' ? {} : { path }),
  };
}

/** Words of a field, with blanks or commas between them. */
function wordsIn(data: FormData, name: string): readonly string[] {
  return textIn(data, name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}
