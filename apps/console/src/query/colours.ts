import { spansOf } from './language.ts';

export interface ColouredPart {
  readonly from: number;
  readonly text: string;
  /** Name of its colour; null: that of plain text. */
  readonly colour: string | null;
}

/** The parts of a query in their order, each with its colour. @param fault column of its fault, from 0; null: none */
export function colouredParts(query: string, fault: number | null): readonly ColouredPart[] {
  const parts: ColouredPart[] = [];
  const put = (from: number, to: number, colour: string | null): void => {
    if (to > from) parts.push({ from, text: query.slice(from, to), colour });
  };
  let at = 0;
  for (const { from, to, kind } of spansOf(query)) {
    const isFault = fault !== null && from <= fault && fault < to;
    put(at, from, null);
    put(from, to, isFault ? 'fault' : kind);
    at = to;
  }
  // A fault behind the last part that has a colour reaches to the end.
  const isBehind = fault !== null && fault >= at && fault < query.length;
  put(at, isBehind ? fault : query.length, null);
  if (isBehind) put(fault, query.length, 'fault');
  return parts;
}
