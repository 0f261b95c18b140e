// When a host may be asked again. Pure values; the frontier holds the state.

/**
 * The wait before attempt number `attempt` is repeated: doubling from `firstMs`, at most `longestMs`, of which a random
 * half is taken off, so that hosts which failed together are not asked together again ("equal jitter").
 *
 * @param attempt how many attempts have failed so far, ≥ 1
 * @param random in [0, 1)
 */
export function retryDelay(attempt: number, firstMs: number, longestMs: number, random: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

/**
 * Retry-After in milliseconds from `now`: whole seconds or an HTTP date (RFC 9110, 10.2.3). A past date is 0.
 *
 * @returns null if the field is absent or says nothing
 */
export function retryAfter(value: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? .*\d{4}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** How long a host rests after a request: what its robots.txt asks for within `longestMs`, but never less than our own. */
export function crawlDelay(askedMs: number | null, ownMs: number, longestMs: number): number {
  return Math.max(ownMs, Math.min(askedMs ?? 0, longestMs));
}
