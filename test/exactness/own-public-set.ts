// The public set as a file of technologies of one's own, beside the public set as it is compiled.
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { problemLine, readSetFiles } from '@sitegrep/technologies/own';
import { compileSet } from '../../packages/technologies/src/compile/compile-set.ts';
import { compileWithData } from '../../packages/technologies/src/compile/compiled.ts';
import { readLayeredFingerprints } from '../../packages/technologies/src/compile/layer.ts';
import { createDetector } from '../../packages/technologies/src/detector.ts';
import { readFingerprints } from '../../packages/technologies/src/fingerprints.ts';
import { openBudget } from '../../packages/technologies/src/budget.ts';

interface Difference {
  readonly text: string;
  /** Null: there is none. */
  readonly reason: string | null;
}

interface Compared {
  /** Technologies that the public set finds. */
  readonly found: number;
  readonly differing: readonly Difference[];
}

/** Time of a page in milliseconds: what a slow machine leaves out is not compared. */
const BUDGET_MS = 120_000;

/** @param path of the file with all technologies of the public set */
export function comparedSets(path: string): {
  readonly differences: (signals: TechnologySignals) => Compared;
  readonly problems: readonly string[];
} {
  const set = readFingerprints();
  const { compiled, own } = compileSet(null, readSetFiles(path));
  const { ownHost, ...layered } = readLayeredFingerprints();
  const isOfSet = (name: string): boolean => Object.hasOwn(set.technologies, name);
  const plain = compileWithData({
    ...layered,
    technologies: set.technologies,
    ...(ownHost === undefined
      ? {}
      : { ownHost: { ...ownHost, technologies: ownHost.technologies.filter(isOfSet) } }),
  });
  const [ofSet, ofFile] = [createDetector(plain.buffer), createDetector(compiled.buffer)];
  return {
    problems: own.problems.map(problemLine),
    differences(signals) {
      const expected = byName(ofSet.detect(signals, openBudget(BUDGET_MS)));
      const actual = byName(ofFile.detect(signals, openBudget(BUDGET_MS)));
      const layerHas = [...actual.keys()].some((name) => !isOfSet(name));
      const differing: Difference[] = [];
      for (const name of new Set([...expected.keys(), ...actual.keys()])) {
        const [one, other] = [expected.get(name), actual.get(name)];
        if (JSON.stringify(one) === JSON.stringify(other)) continue;
        const reason = !isOfSet(name)
          ? 'a technology that our layer alone has stays beside those of the file'
          : !Object.hasOwn(own.technologies, name)
            ? 'a second name of a product that our layer has under one name'
            : layerHas && one === undefined && other?.isImplied === true
              ? 'implied by such a technology'
              : null;
        differing.push({ text: `${JSON.stringify(one)} instead of ${JSON.stringify(other)}`, reason });
      }
      return { found: expected.size, differing };
    },
  };
}

function byName(found: readonly DetectedTechnology[]): ReadonlyMap<string, DetectedTechnology> {
  return new Map(found.map((technology) => [technology.name, technology]));
}
