// The option --extract of a search: values to read out of the pages that are found.
import type { QueryRequest } from '@sitegrep/client';
import { InvalidArgumentError } from 'commander';

type Extractions = NonNullable<QueryRequest['extract']>;

/** A value as the option names it. */
export interface WrittenExtraction {
  /** The option's argument. */
  readonly written: string;
  readonly extraction: Extractions[number];
}

/** NAME, [] for all values, the kind, and what it looks for. */
const FORM = /^([^=[\]]+)(\[\])?=(css|re):(.+)$/s;

/** An attribute behind a selector: no selector has an @ outside of quotes and brackets. */
const ATTRIBUTE = /@([^@"'\]\s]+)$/;

/** Reads one argument, after those before it. @throws InvalidArgumentError */
export function collectExtraction(
  written: string,
  previous: readonly WrittenExtraction[],
): readonly WrittenExtraction[] {
  const [, as = '', list, kind, what = ''] = FORM.exec(written) ?? [];
  if (kind === undefined) {
    throw new InvalidArgumentError(
      "Write NAME=css:SELECTOR, NAME=css:SELECTOR@ATTRIBUTE or NAME=re:PATTERN, and NAME[]=… for all values: 'h1=css:h1'.",
    );
  }
  const extraction = { as, ...(kind === 'css' ? selection(what) : { pattern: what }) };
  return [
    ...previous,
    { written, extraction: list === undefined ? extraction : { ...extraction, all: true } },
  ];
}

function selection(what: string): Pick<Extractions[number], 'select' | 'attribute'> {
  const found = ATTRIBUTE.exec(what);
  return found?.[1] === undefined
    ? { select: what }
    : { select: what.slice(0, found.index), attribute: found[1] };
}

/** Says a fault that the API found in a value in the words of the command line. */
export function inWordsOf(extract: readonly WrittenExtraction[], details: string): string {
  return details.replace(/^extract(?:\[(\d+)\](?:\.\w+)?)?(?= )/, (_, index?: string) => {
    const written = index === undefined ? undefined : extract[Number(index)]?.written;
    return written === undefined ? '--extract' : `--extract ${JSON.stringify(written)}`;
  });
}
