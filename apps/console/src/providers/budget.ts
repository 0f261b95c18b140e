/** Part of a budget from which on it is shown as nearly spent. */
export const NEARLY_SPENT = 0.9;

interface Budget {
  readonly daily: number;
  readonly left: number;
}

export function spentOf({ daily, left }: Budget): {
  readonly spent: number;
  readonly look: 'bad' | 'warning' | '';
} {
  const spent = daily - left;
  if (left === 0) return { spent, look: 'bad' };
  return { spent, look: spent >= NEARLY_SPENT * daily ? 'warning' : '' };
}
