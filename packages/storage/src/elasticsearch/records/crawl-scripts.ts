/**
 * What happens to a crawl's document, in Painless. `ctx._now` is the clock of the node that writes, in milliseconds since
 * the epoch: the processes that ask may have any.
 */

/** Says that sites are being added. Params: `every`, milliseconds within which it need not be said again. */
export const TOUCH = `
  def touched = ctx._source.touched_at;
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else if (touched != null && Math.abs(ctx._now - touched) < params.every) { ctx.op = 'none' }
  else { ctx._source.touched_at = ctx._now }`;

/** Params: `at`, `rejected`, `fingerprint` (null: none). */
export const SEAL = `
  if (ctx._source.sealed_at != null || ctx._source.discarded != null) { ctx.op = 'none' }
  else {
    ctx._source.sealed_at = params.at;
    ctx._source.rejected = params.rejected;
    if (params.fingerprint != null) { ctx._source.fingerprint = params.fingerprint }
  }`;

/** Cancels a sealed crawl that has not ended. */
export const CANCEL = `
  if (ctx._source.sealed_at == null || ctx._source.discarded != null || ctx._source.final != null) { ctx.op = 'none' }
  else if (ctx._source.cancelled_at != null) { ctx.op = 'none' }
  else { ctx._source.cancelled_at = ctx._now }`;

/** Gives a key that a crawl which is gone had to another one. Params: `from`, `to`. */
export const CLAIM_ANEW = `
  if (ctx._source.claimed_for != params.from) { ctx.op = 'none' } else { ctx._source.claimed_for = params.to }`;

export const DISCARD = `ctx._source.discarded = true; ctx._source.touched_at = ctx._now`;

/**
 * Discards a crawl that was not sealed, and takes up a discarding that broke off, unless either was touched within
 * `params.quiet` milliseconds. A submission that bears no time, or one that is as far ahead, gets the present one: nodes
 * may differ by a little, and a clock may have been ahead.
 */
export const DISCARD_QUIET = `
  def touched = ctx._source.touched_at;
  if (ctx._source.sealed_at != null && ctx._source.discarded == null) { ctx.op = 'none' }
  else if (params.quiet > 0 && ctx._source.discarded == null && (touched == null || touched - ctx._now > params.quiet)) {
    ctx._source.touched_at = ctx._now
  }
  else if (params.quiet > 0 && touched != null && Math.abs(ctx._now - touched) < params.quiet) { ctx.op = 'none' }
  else { ctx._source.discarded = true; ctx._source.touched_at = ctx._now }`;
