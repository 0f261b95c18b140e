// What trends are asked for: as it stands in an address, and in a request.
import type { TrendRequest } from '@sitegrep/client';
import { PAGES } from '../pages.ts';

export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

type Parameter = (typeof PAGES.trends.parameters)[number];
type LineParameter = Extract<Parameter, `q${string}`>;

/** Parameters of an address, one for each line. */
const LINE_PARAMETERS = PAGES.trends.parameters.filter((name): name is LineParameter => name.startsWith('q'));
export const MAX_LINES = LINE_PARAMETERS.length;

export interface TrendWish {
  /** Queries, each once, at least one; the empty one, for all domains, stands alone. */
  readonly lines: readonly [string, ...string[]];
  readonly by: Step;
  /** Days as YYYY-MM-DD; empty: the usual ones. */
  readonly from: string;
  readonly to: string;
}

type Parameters = { readonly [Name in Parameter]?: string };

const USUAL: Step = 'month';

export function trendWishIn(given: Parameters): TrendWish {
  const written = LINE_PARAMETERS.flatMap((name) => given[name]?.trim() ?? []).filter((q) => q !== '');
  const [first = '', ...others] = new Set(written);
  return {
    lines: [first, ...others],
    by: STEPS.find((step) => step === given.by) ?? USUAL,
    from: given.from ?? '',
    to: given.to ?? '',
  };
}

export function trendParameters({ lines, by, from, to }: TrendWish): Parameters {
  const written = lines.flatMap((q, index) => {
    const name = LINE_PARAMETERS[index];
    return name === undefined || q === '' ? [] : [[name, q] as const];
  });
  return {
    ...Object.fromEntries(written),
    ...(by !== USUAL && { by }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}

export function trendRequest({ lines, by, from, to }: TrendWish): TrendRequest {
  return {
    queries: lines.map((q) => ({ q })),
    by,
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
}
