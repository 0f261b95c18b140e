// Cases of html5lib-tests/tokenizer: start tags with their attributes, and text, as the reader of pages reports them. End tags,
// comments and document types are not compared: it reports end tags of elements, implied ones too, and no others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NameTable } from '../../packages/html/src/parser/name-table.ts';
import { visitHtml } from '../../packages/html/src/parser/parser.ts';
import { decodeAttribute, decodeText } from '../../packages/html/src/text.ts';
import type { SuiteCase, SuiteRun } from './suite.ts';

/** A case of the suite's JSON. */
interface TokenizerTest {
  readonly input: string;
  readonly output: readonly (readonly [kind: string, name: string, attributes?: Record<string, string>])[];
  readonly initialStates?: readonly string[];
  /** Whether input and output have `\u0000` where a character of this number is meant. */
  readonly doubleEscaped?: boolean;
}

/** A start tag or a run of text. */
type Part = readonly [name: string, attributes: Readonly<Record<string, string>>] | string;

export function tokenizerSuite(folder: string): SuiteRun {
  const all = readdirSync(join(folder, 'tokenizer'))
    .filter((name) => name.endsWith('.test'))
    .toSorted()
    .map((name) => tokenizerCases(name, readFileSync(join(folder, 'tokenizer', name), 'utf8')));
  return {
    name: 'html5lib-tokenizer',
    cases: all.flatMap(({ cases }) => cases),
    unread: all.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** Reads a file of cases. Those that begin within an element's raw text are not read. */
export function tokenizerCases(file: string, json: string): Pick<SuiteRun, 'cases' | 'unread'> {
  const { tests = [] } = JSON.parse(json) as { readonly tests?: readonly TokenizerTest[] };
  const cases: SuiteCase[] = [];
  for (const [at, test] of tests.entries()) {
    if (test.initialStates?.includes('Data state') === false) continue;
    const expected = statedParts(test);
    const names = expected.flatMap((part) => (typeof part === 'string' ? [] : Object.keys(part[1])));
    cases.push({
      key: `${file} ${at + 1}`,
      expected: JSON.stringify(expected),
      actual: JSON.stringify(readParts(meant(test.input, test), names)),
    });
  }
  return { cases, unread: tests.length - cases.length };
}

function statedParts(test: TokenizerTest): Part[] {
  const parts: Part[] = [];
  for (const [kind, text, attributes = {}] of test.output) {
    if (kind === 'StartTag') {
      const read = Object.entries(attributes).map(([name, value]) => [meant(name, test), meant(value, test)]);
      parts.push([meant(text, test), Object.fromEntries(read)]);
    }
    if (kind === 'Character') addText(parts, meant(text, test));
  }
  return parts;
}

function readParts(source: string, attributes: readonly string[]): Part[] {
  // The reader looks for names in ASCII only.
  const table = new NameTable([...new Set(['a', ...attributes.filter((name) => /^[!-~]+$/.test(name))])]);
  const parts: Part[] = [];
  let tag = '';
  let values: Record<string, string> = {};
  let run = '';
  const endRun = (): void => {
    if (run !== '') addText(parts, decodeText(run));
    run = '';
  };
  visitHtml(
    source,
    {
      open: (name) => {
        tag = name;
        values = {};
      },
      attribute: (number, start, end) => {
        values[table.names[number] ?? ''] ??= decodeAttribute(source.slice(start, end));
      },
      opened: () => {
        endRun();
        parts.push([tag, values]);
      },
      text: (start, end) => (run += source.slice(start, end)),
      close: () => undefined,
    },
    table,
  );
  endRun();
  return parts;
}

function addText(parts: Part[], text: string): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

function meant(text: string, { doubleEscaped = false }: TokenizerTest): string {
  return doubleEscaped
    ? text.replaceAll(/\\u([\da-f]{4})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
    : text;
}
