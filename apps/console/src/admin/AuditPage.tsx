import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditAction, AuditItem } from '@sitegrep/client';
import { useNavigate, getRouteApi } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { AUDIT_TEXT } from '../text/admin.ts';

const auditRoute = getRouteApi('/audit');

const WORDS = AUDIT_TEXT;

const COLUMNS: readonly Column<AuditItem>[] = [
  { text: WORDS.at, cell: ({ at }) => <Time at={at} /> },
  { text: WORDS.action, cell: ({ action }) => action },
  { text: WORDS.target, cell: ({ target }) => target !== null && <Foreign text={target} /> },
  { text: WORDS.actor, cell: actorOf },
  { text: WORDS.from, cell: ({ remote_address: address }) => address },
  {
    text: WORDS.result,
    className: ({ result }) => (result === 'done' ? 'good' : result === null ? 'quiet' : 'bad'),
    cell: ({ result, status }) => (
      <>
        {result ?? WORDS.running}
        {status !== null && <span className="quiet"> {status}</span>}
      </>
    ),
  },
];

/** All actions; the compiler names one that is missing. */
const ACTIONS = Object.keys({
  'crawl.create': true,
  'crawl.cancel': true,
  'crawl.delete': true,
  'crawl.retry': true,
  'schedule.put': true,
  'schedule.delete': true,
  'list.put': true,
  'list.change': true,
  'list.delete': true,
  'search.put': true,
  'search.delete': true,
  'search.renew_feeds': true,
  'search.replay': true,
  'search.test': true,
  'domain.delete': true,
  'block.put': true,
  'block.delete': true,
  'page.send': true,
  'rank.import': true,
  'reanalysis.start': true,
  'reanalysis.stop': true,
  'key.create': true,
  'key.rotate': true,
  'key.revoke': true,
  'session.open': true,
  'session.close': true,
  'session.end': true,
} satisfies Readonly<Record<AuditAction, true>>) as readonly AuditAction[];

/** Actions with administrators' rights, the latest first. */
export function AuditPage() {
  const { action } = auditRoute.useSearch();
  const navigate = useNavigate();
  const chosen = ACTIONS.find((one) => one === action);
  const log = useInfiniteQuery({
    ...listQuery(['audit', chosen ?? ''], (from, options) =>
      client.admin.audit.list(
        { limit: 100, ...(chosen !== undefined && { action: chosen }), ...from },
        options,
      ),
    ),
    staleTime: 0,
  });
  const choice = (
    <label className="row">
      {WORDS.action}
      <select
        className="input"
        value={chosen ?? ''}
        onChange={({ target: { value } }) =>
          void navigate({ to: '/audit', search: value === '' ? {} : { action: value } })
        }
      >
        <option value="">{WORDS.every}</option>
        {ACTIONS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
  return (
    <Page name="audit" heading={WORDS.title} beside={choice}>
      <LoadedList list={log} lines={8} none={<State title={WORDS.none} />}>
        {(items) => <Table label={WORDS.title} columns={COLUMNS} items={items} keyOf={({ id }) => id} />}
      </LoadedList>
    </Page>
  );
}

function actorOf({ actor, key_prefix: prefix, session_id: session }: AuditItem) {
  if (actor === 'command_line') return WORDS.commandLine;
  if (actor === 'start') return WORDS.start;
  return (
    <>
      <code>{prefix}…</code>
      {session !== null && (
        <span className="quiet" title={session}>
          {' '}
          {WORDS.session}
        </span>
      )}
    </>
  );
}
