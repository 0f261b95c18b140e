import type { RejectedLines } from '@sitegrep/storage';
import { counted, formatCount, printable } from './terminal.ts';

/** Reports the refused lines of a list: their number, and the first few with the reasons. */
export function rejectedLines({ count, samples }: RejectedLines, problem: 'site' | 'rank'): string {
  const title =
    problem === 'site'
      ? `${counted(count, 'line names', 'lines name')} no site`
      : `${counted(count, 'line gives', 'lines give')} no domain a rank`;
  const shown = samples.map(({ line, text, reason }) => `  line ${line}: ${printable(text)} (${reason})`);
  const more = count > samples.length ? [`  … and ${formatCount(count - samples.length)} more`] : [];
  return [`${title}:`, ...shown, ...more].join('\n');
}
