// Kinds of answers, and what varies among the answers of a kind.
import type { FileName } from '../../src/well-known/files.ts';

/** An answer, and what a name that cannot exist gets. */
export interface Answered {
  readonly type: string | null;
  readonly text: string;
  readonly status?: number;
  /** Files that it may be the answer for; all if absent. */
  readonly name?: FileName;
  /** Text for a name that cannot exist; absent: 404; null: no answer. */
  readonly missing?: string | null;
}

export interface Kind {
  readonly name: string;
  readonly real: boolean;
  readonly make: (at: number) => Answered;
}

export const SITES = ['Example', 'Bakery Miller', 'Städtische Bühne', '株式会社サンプル', 'Shop & Co'];

/** Types that servers state for such texts. */
export function typeOf(at: number): string | null {
  return ['text/plain', 'text/html', null, 'application/octet-stream', 'text/plain'][at % 5] ?? null;
}
