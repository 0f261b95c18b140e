// Counts how often the literals of fingerprints occur in real pages, so that the detector scans for rare ones.
//
//   node scripts/count-literals.ts FILE.warc.gz [PAGES] [SKIP] > packages/technologies/data/literal-frequencies.json
import { bindSignals } from '../packages/technologies/src/bounds.ts';
import { readLayeredFingerprints } from '../packages/technologies/src/compile/layer.ts';
import { indexLiterals } from '../packages/technologies/src/literal-index.ts';
import { MIN_LITERAL } from '../packages/technologies/src/literal-scan.ts';
import type { FrequencyField } from '../packages/technologies/src/literals.ts';
import { listValues } from '../packages/technologies/src/pattern-matcher.ts';
import {
  isTextField,
  listPatterns,
  loadCore,
  TEXT_FIELDS,
  VALUE_FIELDS,
} from '../packages/technologies/src/patterns.ts';
import { conditionLiterals, readSelector, textLiterals } from '../packages/technologies/src/selectors.ts';
import { cheapest, type Cost, requirements, shapeOf } from '../packages/technologies/src/shape.ts';
import { readSignals } from '../test/support/captured-signals.ts';

/** Literals rarer than this in an average page are left out: they are all as good. */
const RARE = 0.02;
/** Minimum frequency for words of a few characters, of which there are many more. */
const RARE_WORD = 0.5;

const [path, count = '200', skip = '0'] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node scripts/count-literals.ts FILE.warc.gz [PAGES] [SKIP]');
const core = loadCore(readLayeredFingerprints());
const technologies = [...core.open, ...new Set(core.gates.flatMap((gate) => gate.technologies))];
const patterns = listPatterns(technologies);
const names = new Map(
  VALUE_FIELDS.map((field) => [
    field,
    new Map(patterns.filter((pattern) => pattern.field === field).map(({ key }, index) => [key, index])),
  ]),
);

/** A cost function that records each literal that could be chosen. */
function recorder(): { cost: (literals: readonly string[]) => number; seen: Set<string> } {
  const seen = new Set<string>();
  return {
    seen,
    cost: (literals) => {
      for (const literal of literals) if (literal.length >= MIN_LITERAL) seen.add(literal);
      return literals.length;
    },
  };
}

const FIELDS = [...TEXT_FIELDS, 'values', 'elements'] as const;
const recorders = new Map(FIELDS.map((field) => [field, recorder()]));
const costOf = (field: FrequencyField): Cost => recorders.get(field)?.cost ?? (() => 0);
for (const { field, regex } of patterns) {
  const cost = costOf(isTextField(field) ? field : 'values');
  cheapest(requirements(shapeOf(regex.source, cost)), cost);
}
for (const { dom } of technologies) {
  for (const [selector, conditions] of Object.entries(dom)) {
    const cost = costOf('elements');
    readSelector(selector, cost);
    conditionLiterals(conditions, cost);
    textLiterals(conditions, cost);
    textLiterals(conditions, costOf('text'));
  }
}
const counters = FIELDS.map((field) => {
  const texts = [...(recorders.get(field)?.seen ?? [])];
  return { field, texts, scan: indexLiterals(texts), counts: new Float64Array(texts.length) };
});
const wordsOf = (texts: readonly string[]): Map<string, number> => {
  const words = new Map<string, number>();
  for (const text of texts) {
    for (let at = 0; at + 3 <= text.length; at++) {
      words.set(text.slice(at, at + 3), 0);
      if (at + 4 <= text.length) words.set(text.slice(at, at + 4), 0);
    }
  }
  return words;
};
const grams = {
  page: wordsOf(
    [...TEXT_FIELDS, 'elements' as const].flatMap((field) => [...(recorders.get(field)?.seen ?? [])]),
  ),
  values: wordsOf([...(recorders.get('values')?.seen ?? [])]),
};
/** Counts each gram at every offset. A scan looks at a few offsets only, in fair shares. */
function countWords(text: string, words: Map<string, number>): void {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  for (let at = 0; at < folded.length; at++) {
    for (const length of [3, 4]) {
      const word = folded.slice(at, at + length);
      const count = words.get(word);
      if (count !== undefined) words.set(word, count + 1);
    }
  }
}
let pages = 0;
for (const signals of await readSignals(path, Number(skip), Number(count))) {
  pages++;
  const bound = bindSignals(signals, true);
  const texts = {
    ...bound,
    scripts: bound.scripts(),
    values: listValues(bound, names).joined,
    elements: bound.html,
  };
  countWords(texts.html, grams.page);
  countWords(texts.values, grams.values);
  for (const { field, scan, counts } of counters) {
    scan(texts[field], (literal) => {
      counts[literal] = (counts[literal] ?? 0) + 1;
    });
  }
}
const perPage = (counts: Iterable<readonly [string, number]>, least: number): Record<string, number> =>
  Object.fromEntries(
    [...counts]
      .map(([text, count]): [string, number] => [text, Number((count / pages).toPrecision(2))])
      .filter(([, frequency]) => frequency >= least)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
const result = {
  ...Object.fromEntries(
    counters.map(({ field, texts, counts }) => [
      field,
      perPage(
        texts.map((text, index) => [text, counts[index] ?? 0] as const),
        RARE,
      ),
    ]),
  ),
  grams: { page: perPage(grams.page, RARE_WORD), values: perPage(grams.values, RARE_WORD) },
};
console.log(JSON.stringify(result, null, 1));
