import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedScheduleItem, ScheduleItem } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Failure, Loading, messageOf, State } from '../parts/Failure.tsx';
import { More } from '../parts/More.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { SCHEDULES_TEXT } from '../text/crawls.ts';
import { requestOf, ScheduleForm } from './ScheduleForm.tsx';
import { timingText } from './timing.ts';
import '../crawls/crawls.css';

const WORDS = SCHEDULES_TEXT;

/** Interval at which the list is read again, in milliseconds: due times pass while it is looked at. */
const READ_EVERY_MS = 30_000;

const COLUMNS = [
  { text: WORDS.id },
  { text: WORDS.when },
  { text: WORDS.state },
  { text: WORDS.next },
  { text: WORDS.last },
  { text: WORDS.actions, isHidden: true },
];

/** Crawls that are repeated. */
export function SchedulesPage() {
  const queries = useQueryClient();
  /** Schedule whose form is open; `new`: that of one to be created. */
  const [edited, edit] = useState<ScheduleItem | 'new' | null>(null);
  const [deleted, askDelete] = useState<string | null>(null);
  const schedules = useInfiniteQuery({
    queryKey: ['schedules'],
    queryFn: ({ pageParam, signal }) =>
      client.admin.schedules.list(
        { limit: 100, ...(pageParam !== '' && { next_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
    refetchInterval: READ_EVERY_MS,
  });
  useEffect(() => {
    document.title = `${WORDS.title} · ${TEXT.name}`;
  }, []);
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['schedules'] });
  const open = useMutation({
    mutationFn: (id: string) => client.admin.schedules.get(id),
    onSuccess: (schedule) => edit(schedule),
  });
  const pause = useMutation({
    mutationFn: async ({ id, enabled }: ListedScheduleItem) => {
      const schedule = await client.admin.schedules.get(id);
      return client.admin.schedules.put(id, requestOf(schedule, { enabled: !enabled }));
    },
    onSuccess: changed,
  });
  const problem = open.error ?? pause.error;
  const items = schedules.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="page">
      <header className="stack tight">
        <div className="row apart">
          <h1>{WORDS.title}</h1>
          <button type="button" className="button primary" onClick={() => edit('new')}>
            {WORDS.create}
          </button>
        </div>
        <p className="quiet">{WORDS.lead}</p>
      </header>
      {problem !== null && (
        <p className="bad" role="alert">
          {messageOf(problem)}
        </p>
      )}
      {schedules.data === undefined ? (
        schedules.isError ? (
          <Failure error={schedules.error} retry={() => void schedules.refetch()} />
        ) : (
          <Loading />
        )
      ) : items.length === 0 ? (
        <State title={WORDS.none}>
          <p>{WORDS.noneHint}</p>
        </State>
      ) : (
        <Table label={WORDS.title} columns={COLUMNS}>
          {items.map((schedule) => (
            <tr key={schedule.id}>
              <td className="mono">{schedule.id}</td>
              <td>{timingText(schedule)}</td>
              <td className={schedule.enabled ? 'good' : 'quiet'}>
                {schedule.enabled ? WORDS.active : WORDS.paused}
              </td>
              <td>{schedule.next_run_at === null ? '–' : <Time at={schedule.next_run_at} />}</td>
              <td>
                <LastRun schedule={schedule} />
              </td>
              <td>
                <div className="row actions">
                  <button
                    type="button"
                    className="button"
                    disabled={pause.isPending}
                    onClick={() => pause.mutate(schedule)}
                  >
                    {schedule.enabled ? WORDS.pause : WORDS.resume}
                    <span className="hidden-text"> {schedule.id}</span>
                  </button>
                  <button
                    type="button"
                    className="button"
                    disabled={open.isPending}
                    onClick={() => open.mutate(schedule.id)}
                  >
                    {WORDS.change}
                    <span className="hidden-text"> {schedule.id}</span>
                  </button>
                  <button type="button" className="button danger" onClick={() => askDelete(schedule.id)}>
                    {WORDS.remove}
                    <span className="hidden-text"> {schedule.id}</span>
                  </button>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <More list={schedules} />
      {edited !== null && (
        <ScheduleForm given={edited === 'new' ? null : edited} onSaved={changed} onClose={() => edit(null)} />
      )}
      {deleted !== null && (
        <Confirm
          title={WORDS.remove}
          action={WORDS.remove}
          isDangerous
          onConfirm={async () => {
            await client.admin.schedules.delete(deleted);
            await changed();
          }}
          onClose={() => askDelete(null)}
        >
          <p>{WORDS.removeAsk(deleted)}</p>
        </Confirm>
      )}
    </div>
  );
}

function LastRun({ schedule }: { readonly schedule: ListedScheduleItem }) {
  const { last_run_at: at, last_crawl_id: crawl, last_skipped_at: skipped } = schedule;
  return (
    <div className="stack tight">
      {at === null || crawl === null ? (
        <span className="quiet">{WORDS.never}</span>
      ) : (
        <Link to="/crawls/$id" params={{ id: crawl }}>
          <Time at={at} />
        </Link>
      )}
      {skipped !== null && (
        <span className="warning">
          {WORDS.skipped} <Time at={skipped} />
        </span>
      )}
    </div>
  );
}
