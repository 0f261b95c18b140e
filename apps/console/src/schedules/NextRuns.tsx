import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { relativeTime, timeOf } from '../format.ts';
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';
import { runText } from './run-text.ts';
import type { Timing } from './timing.ts';

/** Time without a change before the API is asked, in milliseconds. */
const PAUSE_MS = 250;

/** The next runs of the times of a form, as the instance works them out, in the time zone of the browser. */
export function NextRuns({ timing }: { readonly timing: Timing }) {
  const wanted = JSON.stringify(timing);
  const settled = useSettled(wanted);
  const preview = useQuery({
    queryKey: ['schedule-preview', settled],
    queryFn: ({ signal }) => client.admin.schedules.preview(JSON.parse(settled) as Timing, { signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  /** True if what is shown is of other times than those of the form. */
  const isOld = preview.isPlaceholderData || settled !== wanted;
  const now = new Date();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="next-runs" role="status">
      <p className="quiet">{WORDS.nextRuns(zone)}</p>
      {preview.isError ? (
        <p className="warning">{messageOf(preview.error)}</p>
      ) : (
        <ol className={isOld ? 'stale' : undefined} aria-busy={isOld}>
          {preview.data?.runs.map((run) => {
            const at = timeOf(run);
            return (
              <li key={run}>
                <time dateTime={at.toISOString()}>{runText(at, now)}</time>{' '}
                <span className="quiet">{relativeTime(at, now)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
