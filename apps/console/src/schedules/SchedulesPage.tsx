import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedScheduleItem, ScheduleItem } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { messageOf } from '../api/message.ts';
import { timeOf } from '../format.ts';
import { PAGES } from '../pages.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { Problem, State } from '../parts/Failure.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';
import { LastRun } from './LastRun.tsx';
import { runText } from './run-text.ts';
import { changed } from './schedule-request.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { timingText } from './timing.ts';
import '../crawls/crawls.css';
import './schedules.css';

/** Interval at which the list is read again, in milliseconds: due times pass while it is looked at. */
const READ_EVERY_MS = 30_000;

const COLUMNS: readonly Column<ListedScheduleItem>[] = [
  { text: WORDS.id, className: () => 'mono', cell: ({ id }) => id },
  { text: WORDS.when, cell: timingText },
  {
    text: WORDS.state,
    className: ({ enabled }) => (enabled ? 'good' : 'quiet'),
    cell: ({ enabled }) => (enabled ? WORDS.active : WORDS.paused),
  },
  {
    text: WORDS.next,
    cell: ({ next_run_at: next, time_zone: zone }) =>
      next === null ? '–' : <NextRun at={next} zone={zone ?? undefined} />,
  },
  { text: WORDS.last, cell: (schedule) => <LastRun schedule={schedule} /> },
];

/** Crawls that are repeated. */
export function SchedulesPage() {
  const queries = useQueryClient();
  const reread = (): Promise<void> => queries.invalidateQueries({ queryKey: ['schedules'] });
  const [isCreating, create] = useState(false);
  const schedules = useInfiniteQuery({
    ...listQuery(['schedules'], (from, options) =>
      client.admin.schedules.list({ limit: 100, ...from }, options),
    ),
    refetchInterval: READ_EVERY_MS,
  });
  const none = (
    <State title={WORDS.none}>
      <p>{WORDS.noneHint}</p>
    </State>
  );
  const button = (
    <Button look="primary" onClick={() => create(true)}>
      {WORDS.create}
    </Button>
  );
  return (
    <Page name="schedules" lead={WORDS.lead} beside={button}>
      <LoadedList list={schedules} none={none}>
        {(items) => <Schedules items={items} onChange={reread} />}
      </LoadedList>
      {isCreating && <ScheduleForm given={null} onSaved={reread} onClose={() => create(false)} />}
    </Page>
  );
}

interface SchedulesProps {
  readonly items: readonly ListedScheduleItem[];
  readonly onChange: () => Promise<void>;
}

/** Schedules with what can be done to each. */
function Schedules({ items, onChange }: SchedulesProps) {
  const [edited, edit] = useState<ScheduleItem | null>(null);
  const [deleted, askDelete] = useState<string | null>(null);
  const open = useMutation({
    mutationFn: (id: string) => client.admin.schedules.get(id),
    onSuccess: (schedule) => edit(schedule),
  });
  const pause = useMutation({
    mutationFn: async ({ id, enabled }: ListedScheduleItem) => {
      const schedule = await client.admin.schedules.get(id);
      return client.admin.schedules.put(id, changed(schedule, { enabled: !enabled }));
    },
    onSuccess: onChange,
  });
  const problem = open.error ?? pause.error;
  const actions: Column<ListedScheduleItem> = {
    text: WORDS.actions,
    isHidden: true,
    cell: (schedule) => (
      <div className="row actions">
        <ItemButton
          action={schedule.enabled ? WORDS.pause : WORDS.resume}
          item={schedule.id}
          disabled={pause.isPending}
          onClick={() => pause.mutate(schedule)}
        />
        <ItemButton
          action={WORDS.change}
          item={schedule.id}
          disabled={open.isPending}
          onClick={() => open.mutate(schedule.id)}
        />
        <ItemButton
          action={WORDS.remove}
          item={schedule.id}
          isDangerous
          onClick={() => askDelete(schedule.id)}
        />
      </div>
    ),
  };
  return (
    <>
      <Problem text={problem === null ? null : messageOf(problem)} />
      <Table
        label={PAGES.schedules.title}
        columns={[...COLUMNS, actions]}
        items={items}
        keyOf={({ id }) => id}
      />
      {edited !== null && <ScheduleForm given={edited} onSaved={onChange} onClose={() => edit(null)} />}
      {deleted !== null && (
        <Confirm
          title={WORDS.remove}
          action={WORDS.remove}
          isDangerous
          onConfirm={async () => {
            await client.admin.schedules.delete(deleted);
            await onChange();
          }}
          onClose={() => askDelete(null)}
        >
          <p>{WORDS.removeAsk(deleted)}</p>
        </Confirm>
      )}
    </>
  );
}

/** The next run, as of the clock of the schedule. @param zone of its pattern; undefined: that of the browser */
function NextRun({ at, zone }: { readonly at: string; readonly zone: string | undefined }) {
  return (
    <div className="stack tight">
      <Time at={at} />
      <span className="quiet">{runText(timeOf(at), new Date(), zone)}</span>
    </div>
  );
}
