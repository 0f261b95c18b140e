// A page or an icon that a thread is reading: the reports about it become its result, or its failure does.
import { type IconReading, unreadIcon } from '@sitegrep/icons';
import type { DetectedFacts } from '@sitegrep/site';
import type { Analysis, Explanation } from './analysis.ts';
import { iconProblem, reasonOf, type Death } from './death.ts';
import type { Extracted, Report } from './messages.ts';

export interface PageRun {
  /** Takes a report about the page. @returns whether the page has its result */
  take(report: Report): boolean;
  /** Ends the page without further reports. */
  giveUp(cause: Death): void;
}

interface Settling<Result> {
  readonly settle: (result: Result) => void;
  /** Called instead if the page was given up with the pool. */
  readonly fail: (error: unknown) => void;
}

/** @param heapMb maximum heap of the thread, for the reason */
export function analysisRun({ settle, fail }: Settling<Analysis>, heapMb: number): PageRun {
  let extracted: Extracted | null = null;
  return {
    take(report) {
      if (report.kind === 'extracted') {
        extracted = report;
        return false;
      }
      if (report.kind !== 'detected' || extracted === null) return false;
      const { cut, detectMs, facts } = report;
      settle(analysisOf(extracted, facts, partialOf(cut), detectMs));
      return true;
    },
    giveUp(cause) {
      if (cause.kind === 'aborted') return fail(cause.error);
      const reason = reasonOf(cause, extracted !== null, heapMb);
      // Everything but the technologies, or nothing.
      settle(extracted === null ? { kind: 'crashed', reason } : analysisOf(extracted, {}, reason, null));
    },
  };
}

/** @param heapMb maximum heap of the thread, for the reason */
export function explanationRun({ settle, fail }: Settling<Explanation>, heapMb: number): PageRun {
  return {
    take(report) {
      if (report.kind !== 'explained') return false;
      const { cut, technologies } = report;
      settle({ kind: 'explained', technologies, partial: partialOf(cut) });
      return true;
    },
    giveUp(cause) {
      if (cause.kind === 'aborted') fail(cause.error);
      else settle({ kind: 'crashed', reason: reasonOf(cause, true, heapMb) });
    },
  };
}

/** @param bytes of the icon @param heapMb as in `analysisRun` */
export function iconRun({ settle, fail }: Settling<IconReading>, bytes: Uint8Array, heapMb: number): PageRun {
  return {
    take(report) {
      if (report.kind !== 'icon') return false;
      settle(report.reading);
      return true;
    },
    giveUp(cause) {
      if (cause.kind === 'aborted') fail(cause.error);
      else settle(unreadIcon(bytes, iconProblem(cause, heapMb)));
    },
  };
}

function partialOf(cut: string | null): string | null {
  return cut === null ? null : `technology detection was broken off ${cut}`;
}

function analysisOf(
  { record, version, links, extractMs }: Extracted,
  detected: Partial<DetectedFacts>,
  partial: string | null,
  detectMs: number | null,
): Analysis {
  const facts = { ...record.facts, ...detected };
  // Without a version, the next visit reads the page although it has not changed: for technologies that are missing, for the
  // time after which it is not to be indexed, for its frames.
  const isAsRead = !links.robots.expires && links.framesetLinks.length === 0;
  const isFinal = version !== null && partial === null && isAsRead;
  return {
    kind: 'page',
    record: { ...record, facts, ...(isFinal ? { version } : {}) },
    ...links,
    partial,
    timing: { extractMs, detectMs },
  };
}
