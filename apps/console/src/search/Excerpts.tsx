import { useMay } from '../frame/caller.ts';
import { Foreign, shownLines } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { RESULTS_TEXT as WORDS } from '../text/results.ts';
import { number } from '../format.ts';
import type { Excerpt, ExcerptLine } from './excerpts.ts';
import { pathOf } from './result-facts.ts';
import './excerpts.css';

interface ExcerptProps {
  readonly excerpt: Excerpt;
  /** Parameters of the address at which its source stands beside the results. */
  readonly search: Readonly<Record<string, string>>;
  /** Shows the source at an offset in it, null: at its match; absent: the head alone leads there. */
  readonly onShow?: (offset: number | null) => void;
}

/** The lines of a page that match: its address once, and below it each line with its number. */
export function ExcerptBox({ excerpt, search, onShow }: ExcerptProps) {
  const maySource = useMay('source');
  const { url, scope, lines } = excerpt;
  const where = (
    <>
      <Foreign text={pathOf(url)} />
      {scope !== null && <span className="quiet"> · {scope}</span>}
    </>
  );
  return (
    <section className="excerpt">
      <p className="excerpt-head">
        {maySource ? (
          <Link to="/search" search={search} resetScroll={false} title={WORDS.openSource}>
            {where}
          </Link>
        ) : (
          <span>{where}</span>
        )}
        {maySource && onShow !== undefined && (
          <span className="quiet open-hint" aria-hidden="true">
            {WORDS.open} <kbd>s</kbd>
          </span>
        )}
      </p>
      <ol className="excerpt-lines" dir="ltr">
        {lines.map((line) => (
          <Line
            key={line.number}
            line={line}
            onShow={
              maySource && scope === null && onShow !== undefined ? () => onShow(line.offset) : undefined
            }
          />
        ))}
      </ol>
    </section>
  );
}

/** A line with its number. A click that selects nothing shows it in its source, as the head of the page does for the keyboard. */
function Line({ line, onShow }: { readonly line: ExcerptLine; readonly onShow: (() => void) | undefined }) {
  const { number: at, pieces, offset, isAfterGap } = line;
  const className = [isAfterGap && 'after-gap', offset !== null && 'matching', onShow && 'opens']
    .filter((name) => name !== false && name !== undefined)
    .join(' ');
  return (
    <li
      className={className}
      // The end of a selection is a click too.
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) onShow?.();
      }}
    >
      <span className="line-number">{number(at)}</span>
      <code>
        {pieces.map(({ text, kind }, index) => {
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a line do not change
          if (kind === 'match') return <mark key={index}>{shownLines(text)}</mark>;
          return kind === 'gap' ? (
            <span key={index} className="gap" title={WORDS.cut}>
              {text}
            </span>
          ) : (
            <span key={index}>{shownLines(text.replace(/\r$/, ''))}</span>
          );
        })}
      </code>
    </li>
  );
}
