import type { CrawlItem } from '@sitegrep/client';
import { counted, number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { CRAWLS_TEXT } from '../text/crawls.ts';

const WORDS = CRAWLS_TEXT;

/** Lines of a list that were refused: how many, and the first few with their reasons. */
export function Rejected({ rejected }: { readonly rejected: CrawlItem['rejected'] }) {
  if (rejected.count === 0) return null;
  return (
    <details>
      <summary className="warning">{WORDS.rejected(counted(rejected.count, 'line'))}</summary>
      <ul className="stack tight">
        {rejected.samples.map(({ line, text, reason }) => (
          <li key={line}>
            {WORDS.line} {number(line)}: <Foreign text={text} className="mono" />{' '}
            <span className="quiet">{reason}</span>
          </li>
        ))}
        {rejected.count > rejected.samples.length && (
          <li className="quiet">{WORDS.rejectedMore(number(rejected.count - rejected.samples.length))}</li>
        )}
      </ul>
    </details>
  );
}
