import type { DetectedTechnology } from '@sitegrep/site';
import type { PatternTable } from './pattern-table.ts';
import type { Field } from './patterns.ts';
import type { Detection, Resolution, TechnologyTable } from './resolve.ts';

/** A technology, and what shows that a page has it. */
export interface ExplainedTechnology extends DetectedTechnology {
  /** In the order in which it counted; empty if the technology is only implied. */
  readonly evidence: readonly Evidence[];
  /** Names of found technologies that imply it. */
  readonly impliedBy: readonly string[];
}

/** One match of one pattern. */
export interface Evidence {
  readonly field: Field | 'dom';
  /** Name of the header, cookie, meta element or type of DNS record; a selector and what it asks for; '' for other fields. */
  readonly key: string;
  /** The regular expression that ran, without flags: always i. Empty if it is enough that something is there. */
  readonly pattern: string;
  /** What it matched, cut at MAX_MATCH characters. */
  readonly match: string;
  /** In percent; a technology's add up to 100 at most. */
  readonly confidence: number;
  readonly version: string | null;
}

/** Expressions bounded to repeat something 250 times match texts longer than anyone reads. */
export const MAX_MATCH = 200;

export function explain(
  found: readonly DetectedTechnology[],
  { detections }: Resolution,
  technologies: TechnologyTable,
  patterns: PatternTable,
): readonly ExplainedTechnology[] {
  const byName = Map.groupBy(detections, ({ technology }) => technologies.byNumber(technology).name);
  const implying = found.flatMap(({ name }) => {
    const record = technologies.byName(name);
    return (record?.implies ?? []).map((implied) => ({ by: name, name: implied.name }));
  });
  return found.map((technology) => ({
    ...technology,
    evidence: (byName.get(technology.name) ?? []).map((detection) => evidenceOf(detection, patterns)),
    impliedBy: implying.filter(({ name }) => name === technology.name).map(({ by }) => by),
  }));
}

function evidenceOf({ hit, confidence, version }: Detection, patterns: PatternTable): Evidence {
  const shared = { confidence, version: version === '' ? null : version };
  if ('selector' in hit) {
    const { selector, condition, pattern, match } = hit;
    return {
      field: 'dom',
      key: `${selector} ${condition}`,
      pattern,
      match: match.slice(0, MAX_MATCH),
      ...shared,
    };
  }
  const { source } = patterns.regexOf(hit.pattern);
  return {
    field: patterns.fieldOf(hit.pattern),
    key: patterns.nameOf(hit.pattern),
    pattern: source === '(?:)' ? '' : source,
    match: hit.match[0].slice(0, MAX_MATCH),
    ...shared,
  };
}
