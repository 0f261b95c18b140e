/** A metric in Prometheus' text format, with all its samples. */
export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Name of the family; for a histogram with `_bucket`, `_sum` or `_count` at the end. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Reads Prometheus' text format, version 0.0.4, without timestamps.
 *
 * @returns families by name @throws SyntaxError that quotes the first line that is wrong
 */
export function parseExposition(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  if (!text.endsWith('\n')) throw new SyntaxError('the last line has no end');
  let current: { readonly name: string; readonly samples: Sample[] } = { name: '', samples: [] };
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(name)) throw new SyntaxError(`comes twice: ${line}`);
      const family = { type: 'untyped', help: rest, samples: [] };
      families.set(name, family);
      current = { name, samples: family.samples };
    } else if (keyword === 'TYPE') {
      const family = families.get(name);
      if (family === undefined) throw new SyntaxError(`has no HELP before it: ${line}`);
      family.type = rest;
    } else if (line !== '') {
      const sample = sampleOf(line);
      if (
        !/^(_bucket|_sum|_count)?$/.test(sample.name.slice(current.name.length)) ||
        !sample.name.startsWith(current.name)
      )
        throw new SyntaxError(`does not belong to ${current.name}: ${line}`);
      current.samples.push(sample);
    }
  }
  return families;
}

/** Reads a sample. Numbers are as in Go, so NaN is accepted in any case. */
function sampleOf(line: string): Sample {
  const [, name, inBraces = '', digits = ''] = SAMPLE.exec(line) ?? [];
  const value = digits === '+Inf' ? Infinity : digits === '-Inf' ? -Infinity : Number(digits);
  if (name === undefined || (Number.isNaN(value) && !/^nan$/i.test(digits)))
    throw new SyntaxError(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < inBraces.length;) {
    const [, label, raw = ''] = LABEL.exec(inBraces) ?? [];
    if (label === undefined || label in labels) throw new SyntaxError(`labels are wrong: ${line}`);
    labels[label] = raw.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return { name, labels, value };
}
