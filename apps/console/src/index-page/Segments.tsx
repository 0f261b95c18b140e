import type { Stats } from '@sitegrep/client';
import { number, size } from '../format.ts';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';

/** The segments of the substring index, the largest first. */
export function Segments({ stats }: { readonly stats: Stats }) {
  const { segments, segments_count: count } = stats;
  const largest = segments[0]?.bytes ?? 0;
  return (
    <section className="stack tight">
      <h2>
        {WORDS.segments} <span className="quiet">{number(count)}</span>
      </h2>
      <p className="quiet">
        {count === 0 ? WORDS.segmentsNone : WORDS.segmentsHint}{' '}
        {count > segments.length && WORDS.segmentsCut(number(segments.length), number(count))}
      </p>
      {count > 0 && (
        <div className="scroll-x" tabIndex={0} role="region" aria-label={WORDS.segments}>
          <table className="narrow">
            <thead>
              <tr>
                <th scope="col" className="number">
                  {WORDS.segment}
                </th>
                <th scope="col" className="number">
                  {WORDS.bytes}
                </th>
                <th scope="col" className="number">
                  {WORDS.documents}
                </th>
                <th scope="col" className="number">
                  {WORDS.deleted}
                </th>
              </tr>
            </thead>
            <tbody>
              {segments.map(({ documents, deleted_documents: deleted, bytes }, index) => (
                <tr key={index}>
                  <td className="number">{index + 1}</td>
                  <td className="number">
                    <span className="segment-size">
                      <span
                        className="segment-bar"
                        style={{ width: `${(100 * bytes) / largest}%` }}
                        aria-hidden="true"
                      />
                      {size(bytes)}
                    </span>
                  </td>
                  <td className="number">{number(documents)}</td>
                  <td className="number">
                    {number(deleted)} <span className="quiet">{percentOf(deleted, documents)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function percentOf(part: number, all: number): string {
  return `${all === 0 ? 0 : Math.round((100 * part) / all)} %`;
}
