import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSearchItem, SearchReportItem } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { number } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { timingText } from '../schedules/timing.ts';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { READ_EVERY_MS, reportList, SAVED_KEY } from './queries.ts';

const LOOKS = { waiting: 'quiet', made: 'good', failed: 'bad' } as const;

const COLUMNS: readonly Column<SearchReportItem>[] = [
  { text: WORDS.report, isNumber: true, cell: ({ number: at }) => at },
  {
    text: WORDS.state,
    className: ({ state }) => LOOKS[state],
    cell: ({ state, failure }) => (
      <>
        {WORDS.reportStates[state]}
        {failure !== null && <Foreign text={`: ${failure}`} />}
      </>
    ),
  },
  { text: WORDS.due, cell: ({ due_at: due }) => <Time at={due} /> },
  { text: WORDS.domains, isNumber: true, cell: ({ domains }) => countText(domains) },
  { text: WORDS.new, isNumber: true, cell: ({ new: appeared }) => countText(appeared) },
  { text: WORDS.goneDomains, isNumber: true, cell: ({ gone }) => countText(gone) },
  {
    text: WORDS.file,
    cell: ({ file, format, bytes, number: at }) =>
      file !== null && (
        <a href={file} download aria-label={WORDS.download(String(at))}>
          {WORDS.fileSize(format.toUpperCase(), number(Math.ceil((bytes ?? 0) / 1_024)))}
        </a>
      ),
  },
];

interface ReportsProps {
  readonly id: string;
  readonly report: SavedSearchItem['report'];
}

/** The reports of a search: when they are made, those that were, and one now. */
export function Reports({ id, report }: ReportsProps) {
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => client.searches.makeReport(id),
    onSettled: () => queries.invalidateQueries({ queryKey: [...SAVED_KEY, 'reports', id] }),
  });
  const reports = useInfiniteQuery({ ...reportList(id), refetchInterval: READ_EVERY_MS });
  return (
    <section className="stack tight">
      <div className="row apart">
        <h2>{WORDS.reports}</h2>
        {report !== null && (
          <Button disabled={make.isPending} onClick={() => make.mutate()}>
            {WORDS.makeReport}
          </Button>
        )}
      </div>
      <p className="quiet">
        {report === null ? (
          WORDS.reportsOff
        ) : (
          <>
            {WORDS.reportTimes(timingText(report), report.format.toUpperCase())}
            {report.next_at !== null && (
              <>
                , {WORDS.next} <Time at={report.next_at} />
              </>
            )}
          </>
        )}
      </p>
      <Problem text={make.error === null ? null : messageOf(make.error)} />
      <LoadedList list={reports} none={report === null ? null : <p className="quiet">{WORDS.reportsNone}</p>}>
        {(items) => (
          <Table
            label={WORDS.reports}
            columns={COLUMNS}
            items={items}
            keyOf={({ number: at }) => String(at)}
          />
        )}
      </LoadedList>
    </section>
  );
}

function countText(count: number | null): string {
  return count === null ? '' : number(count);
}
