// Shades of a map: how dark a country is by its number, on a scale of powers, so that small numbers beside a great one are seen.

/** Shades, the darkest one for the greatest number. */
export const SHADES = 5;

/** The shade of a number, from 1 to `SHADES`. @param most the greatest number */
export function shadeOf(count: number, most: number): number {
  if (most <= 1) return SHADES;
  return 1 + Math.round(((SHADES - 1) * Math.log(count)) / Math.log(most));
}
