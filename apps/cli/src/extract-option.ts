// The option --extract of a search: values to read out of the pages that are found.
import type { QueryRequest } from '@sitegrep/client';
import { WHOLE_SCOPES } from '@sitegrep/search/scopes';
import { InvalidArgumentError } from 'commander';

type Extractions = NonNullable<QueryRequest['extract']>;

/** A value as the option names it. */
export interface WrittenExtraction {
  /** The option's argument. */
  readonly written: string;
  readonly extraction: Extractions[number];
}

/** NAME, [] for all values, the kind or the text, and what it looks for. */
const FORM = /^([^=[\]]+)(\[\])?=([a-z]+):(.+)$/s;
/** Texts besides the source that patterns are looked for in. */
const TEXTS = WHOLE_SCOPES.filter((scope) => scope !== 'body');

/** An attribute behind a selector: no selector has an @ outside of quotes and brackets. */
const ATTRIBUTE = /@([^@"'\]\s]+)$/;

/** Reads one argument, after those before it. @throws InvalidArgumentError */
export function collectExtraction(
  written: string,
  previous: readonly WrittenExtraction[],
): readonly WrittenExtraction[] {
  const [, as = '', list, kind, what = ''] = FORM.exec(written) ?? [];
  const text = TEXTS.find((one) => one === kind);
  if (text === undefined && kind !== 'css' && kind !== 're') {
    throw new InvalidArgumentError(
      `Write NAME=css:SELECTOR, NAME=css:SELECTOR@ATTRIBUTE, NAME=re:PATTERN or, in another text than the source, ${TEXTS.map((one) => `NAME=${one}:PATTERN`).join(', ')}, and NAME[]=… for all values: 'h1=css:h1'.`,
    );
  }
  const pattern = { pattern: what, ...(text === undefined ? {} : { in: text }) };
  const extraction = { as, ...(kind === 'css' ? selection(what) : pattern) };
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
