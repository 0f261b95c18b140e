import { dashOf, seriesClass } from './line-look.ts';

/** The look of a line, with its number if there are several. */
export function LineMark({ line, isNumbered }: { readonly line: number; readonly isNumbered: boolean }) {
  return (
    <span className={`line-mark ${seriesClass(line)}`}>
      <svg viewBox="0 0 32 12" aria-hidden="true">
        <line x1="0" y1="6" x2="32" y2="6" strokeDasharray={dashOf(line).join(' ')} />
      </svg>
      {isNumbered && line + 1}
    </span>
  );
}
