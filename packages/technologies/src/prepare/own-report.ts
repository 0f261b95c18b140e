import type { QueryTechnology } from '../queries/query-technology.ts';
import type { SetProblem } from '../own/problems.ts';

/** Report on what was taken of the technologies of one's own. */
export interface OwnReport {
  readonly technologies: readonly string[];
  /** Those of them that are found by queries, which no compiled set has. */
  readonly queries: readonly QueryTechnology[];
  readonly problems: readonly SetProblem[];
  /** Names of known technologies that own ones take the place of. */
  readonly replaced: readonly string[];
}
