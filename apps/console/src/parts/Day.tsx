import { dayText, exactTime, timeOf } from '../format.ts';

/** The day of a time of the API; the exact time when it is pointed at. */
export function Day({ at }: { readonly at: string }) {
  const date = timeOf(at);
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {dayText(date)}
    </time>
  );
}
