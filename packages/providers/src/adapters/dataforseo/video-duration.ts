import type { Field } from '../../reading/field.ts';
import { clockSeconds } from '../../text/durations.ts';

/** Seconds of a video that has `duration_time_seconds`, `duration_time`, or neither. */
export function durationOf(item: Field): number | null {
  return item.at('duration_time_seconds').count() ?? clockSeconds(item.at('duration_time').text() ?? '');
}
