import { exactTime, relativeTime, timeOf } from '../format.ts';
import { TEXT } from '../text.ts';

/** A time of the API, as seen from now; the exact one when it is pointed at. */
export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="quiet">{TEXT.unknown}</span>;
  const date = timeOf(at);
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  );
}
