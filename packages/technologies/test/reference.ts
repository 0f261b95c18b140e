// Detection by wappalyzer-core itself, without literals, windows or indexes. Tests and measurements compare the
// detector with it.
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { compile, selectAll } from 'css-select';
import { type Element, hasChildren, isTag, type ParentNode } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import core, {
  type CoreDetection,
  type CoreDomPattern,
  type CoreResolved,
  type CoreTechnology,
} from 'wappalyzer-core';
import { bindSignals, BOUNDS, type BoundSignals } from '../src/bounds.ts';
import { DOCUMENT_BOUNDS, readElements } from '../src/document.ts';
import { MAX_TEXTS } from '../src/dom.ts';
import type { Fingerprints } from '../src/fingerprints.ts';
import { categoryPaths } from '../src/taxonomy.ts';

const { getTechnology, getCategory } = core;

export interface Reference {
  readonly detect: (signals: TechnologySignals) => readonly DetectedTechnology[];
}

/**
 * Creates the reference. Call it after all detectors of the thread: wappalyzer-core holds one set at a time.
 */
export function createReference({ technologies, categories }: Fingerprints): Reference {
  core.requires = [];
  core.categoryRequires = [];
  core.getTechnology = getTechnology;
  core.setTechnologies(technologies);
  core.setCategories(categories);
  const paths = categoryPaths(categories);
  const { technologies: open, requires, categoryRequires } = core;
  const hasDom = Object.values(technologies).some(({ dom }) => dom !== undefined);

  const detect = (signals: TechnologySignals): readonly DetectedTechnology[] => {
    const bound = bindSignals(signals);
    const items = {
      url: bound.url,
      html: bound.html,
      scripts: bound.scripts(),
      scriptSrc: bound.scriptSrc,
      headers: record(bound.headers),
      cookies: record(bound.cookies),
      meta: record(bound.meta),
      dns: record(bound.dns),
      text: bound.text,
      css: bound.css,
      robots: bound.robots,
      certIssuer: bound.certIssuer,
    };
    const js = record(bound.js);
    core.getTechnology = getTechnology;
    core.getCategory = getCategory;
    const elements = hasDom ? documentOf(bound) : null;
    // analyze() answers all technologies in one call, without the signals that only rendered pages have.
    const isRendered = bound.js.size + bound.xhr.length > 0;
    const analyze = (some: readonly CoreTechnology[]): CoreDetection[] =>
      isRendered
        ? some.flatMap((technology) => [
            ...core.analyze(items, [technology]),
            ...core.analyzeOneToMany(technology, 'xhr', bound.xhr),
            ...core.analyzeManyToMany(technology, 'js', js),
          ])
        : core.analyze(items, some);
    const run = (some: readonly CoreTechnology[]): CoreDetection[] => [
      ...analyze(some),
      ...(elements === null ? [] : some.flatMap((technology) => analyzeDom(technology, elements))),
    ];
    const detections = run(open);
    const analyzed = new Set<CoreTechnology>();
    let resolved = core.resolve(detections);
    for (;;) {
      const next = behindOpenGates(resolved).filter((technology) => !analyzed.has(technology));
      for (const technology of next) analyzed.add(technology);
      if (next.length === 0) break;
      detections.push(...run(next));
      resolved = core.resolve(detections);
    }
    const seen = new Set(
      detections.flatMap(({ technology, pattern }) => (pattern.confidence > 0 ? technology.name : [])),
    );
    return resolved
      .filter(({ confidence }) => confidence > 0)
      .map(({ name, version, confidence, categories }) => ({
        name,
        version: version || null,
        confidence,
        ...(seen.has(name) ? {} : { isImplied: true as const }),
        paths: [...new Set(categories.flatMap(({ id }) => paths.get(id) ?? []))],
      }));
  };

  const behindOpenGates = (resolved: readonly CoreResolved[]): readonly CoreTechnology[] => [
    ...new Set([
      ...requires
        .filter(({ name }) => resolved.some((technology) => technology.name === name))
        .flatMap(({ technologies }) => technologies),
      ...categoryRequires
        .filter(({ categoryId }) =>
          resolved.some(({ categories }) => categories.some(({ id }) => id === categoryId)),
        )
        .flatMap(({ technologies }) => technologies),
    ]),
  ];
  return { detect };
}

function record(values: ReadonlyMap<string, readonly string[]>): Readonly<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = Object.create(null) as Record<string, readonly string[]>;
  for (const [key, list] of values) all[key] = list;
  return all;
}

/** Root of the document to search: the complete document, or its part within the bounds. */
function documentOf({ html }: BoundSignals): ParentNode {
  const document = parseDocument(html);
  let elements = 0;
  const left: { node: ParentNode; depth: number }[] = [{ node: document, depth: 0 }];
  let deepest = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, depth } = next;
    deepest = Math.max(deepest, depth);
    if (isTag(node)) elements++;
    for (const child of node.children) if (hasChildren(child)) left.push({ node: child, depth: depth + 1 });
  }
  if (elements <= DOCUMENT_BOUNDS.elements && deepest <= DOCUMENT_BOUNDS.depth) return document;
  const first = readElements(html)[0];
  return first?.parent ?? document;
}

type Node = ParentNode['children'][number];

/** Compiled selectors of the set; null for invalid ones, which find nothing. */
const queries = new Map<string, ((node: Node) => boolean) | null>();

function queryOf(selector: string): ((node: Node) => boolean) | null {
  const known = queries.get(selector);
  if (known !== undefined) return known;
  let query: ((node: Node) => boolean) | null = null;
  try {
    query = compile<Node, Element>(selector);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  queries.set(selector, query);
  return query;
}

/** Tries the elements that a selector finds, value by value, with wappalyzer-core's own comparison. */
function analyzeDom(technology: CoreTechnology, root: ParentNode): CoreDetection[] {
  return Object.entries(technology.dom).flatMap(([selector, conditions]) => {
    const query = queryOf(selector);
    const found = query === null ? [] : selectAll<Node, Element>(query, root.children);
    if (found.length === 0) return [];
    return conditions.flatMap((condition) => detectionsOf(technology, selector, condition, found));
  });
}

function detectionsOf(
  technology: CoreTechnology,
  selector: string,
  condition: CoreDomPattern,
  found: readonly Element[],
): CoreDetection[] {
  const alone = { ...technology, dom: { [selector]: [condition] } };
  const compare = (field: string, values: readonly string[]): CoreDetection[] =>
    core.analyzeManyToMany(alone, field, { [selector]: [...new Set(values)] });
  const detections: CoreDetection[] = [];
  if (condition.exists !== undefined) detections.push(...compare('dom.exists', ['']));
  if (condition.text !== undefined) {
    const texts = found.map((element) =>
      DomUtils.textContent(element).slice(0, DOCUMENT_BOUNDS.text).replace(/\s+/g, ' ').trim(),
    );
    const filled = texts.filter((text) => text !== '');
    detections.push(...compare('dom.text', [...new Set(filled)].slice(0, MAX_TEXTS)));
  }
  for (const name of Object.keys(condition.attributes ?? {})) {
    const values = found.flatMap(({ attribs }) =>
      Object.hasOwn(attribs, name) ? [(attribs[name] ?? '').slice(0, BOUNDS.value)] : [],
    );
    detections.push(...compare(`dom.attributes.${name}`, values));
  }
  return detections;
}
