import { expect } from 'vitest';

/** No tag, no entity, no white space at the ends; or null. */
export function expectPlain(text: string | null): void {
  if (text === null) return;
  expect(text).not.toMatch(/<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i);
  expect(text).toBe(text.trim());
}

export function expectWebUrl(url: string): void {
  expect(url).toMatch(/^https?:\/\/[^\s/]+/);
  expect(URL.canParse(url)).toBe(true);
}

/** A whole number ≥ 0, or null. */
export function expectCount(count: number | null): void {
  if (count === null) return;
  expect(Number.isSafeInteger(count)).toBe(true);
  expect(count).toBeGreaterThanOrEqual(0);
}

/** A day of the calendar, or null. */
export function expectDay(day: string | null): void {
  if (day !== null) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
}

export function expectRising(results: readonly { readonly rankAbsolute: number }[]): void {
  let last = 0;
  for (const { rankAbsolute } of results) {
    expect(rankAbsolute).toBeGreaterThan(last);
    last = rankAbsolute;
  }
}
