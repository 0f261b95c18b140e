/**
 * How long an unsealed crawl may show no sign of life before its submission counts as broken off, in milliseconds. A
 * submission gives one every minute at least; the rest is for a slow store, and for the cluster's clocks, which may differ
 * or jump by up to ten minutes. An upload over HTTP must have arrived within a shorter time than this.
 */
export const BROKEN_AFTER_MS = 15 * 60_000;

/** How often a submission whose input is slow says that it goes on, in milliseconds. */
export const SIGN_OF_LIFE_EVERY_MS = 60_000;

/** Signs of life, given until stopped. */
export interface SignsOfLife {
  /** @throws what the last sign met with: the submission is to end by it, as by any other failure of the store */
  check(): void;
  /** Resolves when none is under way any more. */
  stop(): Promise<void>;
}

/** Gives a sign every so often, one at a time, whatever the caller waits for meanwhile. */
export function giveSignsOfLife(give: () => Promise<unknown>, everyMs: number): SignsOfLife {
  let underWay: Promise<void> | null = null;
  let failed: { readonly error: unknown } | null = null;
  const giveOne = async (): Promise<void> => {
    try {
      await give();
    } catch (error) {
      failed ??= { error };
    } finally {
      underWay = null;
    }
  };
  const timer = setInterval(() => {
    underWay ??= giveOne();
  }, everyMs);
  return {
    check: () => {
      if (failed !== null) throw failed.error;
    },
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
