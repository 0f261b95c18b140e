/** A figure with its bound. */
export interface Goal {
  readonly name: string;
  readonly value: number;
  readonly bound: { readonly min: number } | { readonly max: number };
}

export function isMet({ value, bound }: Goal): boolean {
  return 'min' in bound ? value >= bound.min : value <= bound.max;
}

export function goalTable(goals: readonly Goal[]): readonly object[] {
  return goals.map((goal) => ({
    figure: goal.name,
    value: Math.round(goal.value * 100) / 100,
    bound: 'min' in goal.bound ? `≥ ${goal.bound.min}` : `≤ ${goal.bound.max}`,
    holds: isMet(goal),
  }));
}
