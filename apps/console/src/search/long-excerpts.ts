// Long lines of excerpts, such as those of minified scripts: what is far from the matches is left out, marked by a gap.
export interface Piece {
  readonly text: string;
  readonly kind: 'text' | 'match' | 'gap';
}

/** Characters of a line that are shown as they are, and those of a longer one beside each match. */
const MAX_LINE = 300;
const BESIDE = 100;

export function isLong(pieces: readonly Piece[]): boolean {
  return pieces.reduce((sum, { text }) => sum + text.length, 0) > MAX_LINE;
}

/** The pieces of a line without what is far from its matches; of a line that has none, its beginning. */
export function shortened(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ kind }) => kind === 'match');
  const last = pieces.findLastIndex(({ kind }) => kind === 'match');
  const parts: Piece[] = [];
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at];
    if (piece?.kind === 'match') {
      parts.push(piece);
      at += 1;
      continue;
    }
    const next = pieces.findIndex(({ kind }, index) => index > at && kind === 'match');
    const run = pieces.slice(at, next === -1 ? pieces.length : next);
    if (first === -1) parts.push(...cut(run, MAX_LINE, 0));
    else parts.push(...cut(run, at < first ? 0 : BESIDE, at > last ? 0 : BESIDE));
    at += run.length;
  }
  return parts;
}

/** Keeps some characters at the beginning and at the end of what stands between matches, with a gap where something is left out. */
function cut(run: readonly Piece[], begin: number, end: number): readonly Piece[] {
  const [first, last] = [run[0], run.at(-1)];
  const [head, tail] = [first, last].map((piece) => (piece?.kind === 'text' ? piece.text : ''));
  if (run.length === 1 && head !== undefined && head !== '' && head.length <= begin + end) return run;
  const [kept, rest] = [
    wholeStart((head ?? '').slice(0, begin)),
    end === 0 ? '' : wholeEnd((tail ?? '').slice(-end)),
  ];
  const text = (part: string): readonly Piece[] => (part === '' ? [] : [{ text: part, kind: 'text' }]);
  return [...text(kept), { text: '…', kind: 'gap' }, ...text(rest)];
}

/** Texts without half of a character at their end, or at their beginning. */
function wholeStart(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

function wholeEnd(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '');
}
