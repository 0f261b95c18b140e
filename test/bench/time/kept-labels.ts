// How long labels hold, from captures of different pages of one host.
import type { Label } from '@sitegrep/site';
import { rounded } from '../harness/figures.ts';
import type { Capture } from './captures.ts';

/** Share of the labels of an earlier capture that a later one has, the mean of hosts. */
interface KeptShare {
  /** Mean days between the two captures. */
  readonly days: number;
  readonly share: number;
  readonly hosts: number;
}

export interface LossRate {
  /** Share that is lost in a year, continuously: after t years exp(-rate · t) are left. */
  readonly aYear: number;
  /** The shares that it was fitted to; the first one is that of two pages at one time. */
  readonly kept: readonly KeptShare[];
}

const DAY_MS = 24 * 3_600_000;
const YEAR_DAYS = 365.25;
/** Bounds of the days between two captures whose shares are averaged. What lasts longer says little about a year. */
const BOUNDS = [0, 15, 60, 180, 400, 800];

/**
 * Fits the rate at which labels of a kind are lost. Two pages of a host differ at any time, so all shares are taken relative to
 * that of captures within 15 days of each other.
 *
 * @param counts labels that are left out of account if it is false
 */
export function lossRate(
  captures: readonly Capture[],
  kind: Label,
  counts: (label: string) => boolean = () => true,
): LossRate {
  const hosts = [...Map.groupBy(captures, ({ host }) => host).values()];
  const kept = BOUNDS.slice(0, -1).map((least, at) =>
    keptShare(hosts, kind, counts, least * DAY_MS, (BOUNDS[at + 1] ?? 0) * DAY_MS),
  );
  const [soon, ...later] = kept;
  let [above, below] = [0, 0];
  for (const { days, share, hosts: weight } of later) {
    if (soon === undefined || weight === 0 || share === 0) continue;
    const years = (days - soon.days) / YEAR_DAYS;
    above += weight * years * Math.log(soon.share / share);
    below += weight * years * years;
  }
  return { aYear: rounded(Math.max(0, above / below)), kept };
}

/** @param least time between two captures; `under`: what it is below */
function keptShare(
  hosts: readonly (readonly Capture[])[],
  kind: Label,
  counts: (label: string) => boolean,
  least: number,
  under: number,
): KeptShare {
  const shares: number[] = [];
  let [gaps, pairs] = [0, 0];
  for (const captures of hosts) {
    let [held, all] = [0, 0];
    for (const [earlier, later, gap] of pairsOf(captures)) {
      if (gap < least || gap >= under) continue;
      const labels = earlier.labels[kind].filter(counts);
      if (labels.length === 0) continue;
      all += labels.length;
      held += labels.filter((label) => later.labels[kind].includes(label)).length;
      gaps += gap;
      pairs += 1;
    }
    if (all > 0) shares.push(held / all);
  }
  const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  const days = Math.round(gaps / pairs / DAY_MS);
  return { days: pairs === 0 ? 0 : days, share: rounded(share, 1_000), hosts: shares.length };
}

/** Each two captures whose times are known, the earlier first. */
function* pairsOf(
  captures: readonly Capture[],
): Generator<readonly [earlier: Capture, later: Capture, gap: number]> {
  const dated = captures.flatMap((capture) => (capture.at === null ? [] : [{ capture, at: capture.at }]));
  dated.sort((a, b) => a.at - b.at);
  for (const [number, a] of dated.entries())
    for (const b of dated.slice(number + 1)) yield [a.capture, b.capture, b.at - a.at];
}
