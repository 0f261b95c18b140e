import type { PageKey, Visit } from '../src/history/visit.ts';

const DAY = 86_400;

interface PlainVisit {
  at: number;
  readonly source: Visit['source'];
  facts: string;
  pages: ReadonlySet<PageKey> | 'all';
  readonly shown: Map<string, PageKey>;
}

/** A history that keeps all and goes through all, visit by visit and label by label, by the definition of a change. */
export class PlainHistory {
  visits: PlainVisit[] = [];

  add({ at, source, facts, pages, labels }: Visit): void {
    const seconds = Math.floor(at / 1_000);
    const visit = {
      at: this.#freeTime(seconds, source),
      source,
      facts,
      pages: pages === 'all' ? pages : new Set(pages),
      shown: new Map(labels),
    };
    const sameDay = this.visits.find(
      (one) =>
        source === 'captures' &&
        one.source === source &&
        Math.floor(one.at / DAY) === Math.floor(visit.at / DAY),
    );
    if (sameDay === undefined) this.visits.push(visit);
    else {
      sameDay.at = Math.min(sameDay.at, visit.at);
      sameDay.facts = [sameDay.facts, facts].toSorted()[1] ?? facts;
      if (sameDay.pages !== 'all' && visit.pages !== 'all')
        sameDay.pages = new Set([...sameDay.pages, ...visit.pages]);
      for (const [label, page] of labels) {
        sameDay.shown.set(label, Math.min(page, sameDay.shown.get(label) ?? page));
      }
    }
    this.visits.sort((a, b) => a.at - b.at);
  }

  /** A line for each label that a change adds or removes, `100 +tech\0PHP visit`, in code unit order. */
  changes(): readonly string[] {
    const labels = new Set(this.visits.flatMap(({ shown }) => [...shown.keys()]));
    const lines = [...labels].flatMap((label) =>
      /^(?:outcome|moved_to)\0/.test(label) ? this.#outcomes(label) : this.#changesOf(label),
    );
    // A change is by a visit if anything of it is.
    const byVisit = new Set(
      lines.filter((line) => line.endsWith(' visit')).map((line) => line.split(' ')[0]),
    );
    return lines
      .map((line) => (byVisit.has(line.split(' ')[0]) ? line.replace(/ detector$/, ' visit') : line))
      .toSorted();
  }

  /** The time of a visit that no other one has: later than crawls before it, unless captures state it. */
  #freeTime(seconds: number, source: Visit['source']): number {
    const last = this.visits.at(-1);
    if (last === undefined || seconds > last.at) return seconds;
    if (source === 'captures') {
      const others = new Set(this.visits.filter((one) => one.source !== source).map(({ at }) => at));
      let at = seconds;
      while (others.has(at)) at--;
      return at;
    }
    const crawled = this.visits.findLast((one) => one.source !== 'captures');
    const times = new Set(this.visits.map(({ at }) => at));
    let at = Math.max(seconds, (crawled?.at ?? -Infinity) + 1);
    while (times.has(at)) at++;
    return at;
  }

  #changesOf(label: string): readonly string[] {
    const lines: string[] = [];
    let open: { page: PageKey; facts: string } | null = null;
    let ended = false;
    let missing: number | null = null;
    for (const [number, visit] of this.visits.entries()) {
      const page = visit.shown.get(label);
      if (page !== undefined) {
        const before = this.visits.slice(0, number).findLast((one) => knows(one, page));
        if (open === null && (ended || before !== undefined)) {
          const isDetector = before !== undefined && before.facts !== visit.facts;
          lines.push(`${visit.at} +${label} ${isDetector ? 'detector' : 'visit'}`);
        }
        open = { page, facts: visit.facts };
        missing = null;
      } else if (open !== null && knows(visit, open.page)) {
        const isDetector = missing === null && visit.facts !== open.facts;
        if (!isDetector && missing === null) missing = visit.at;
        else if (isDetector || visit.source !== 'analysis') {
          lines.push(`${isDetector ? visit.at : missing} -${label} ${isDetector ? 'detector' : 'visit'}`);
          [open, ended, missing] = [null, true, null];
        }
      }
    }
    return lines;
  }

  #outcomes(label: string): readonly string[] {
    const lines: string[] = [];
    let said: number[] = [];
    for (const visit of this.visits) {
      if (visit.shown.has(label)) {
        said.push(visit.at);
        if (said.length === 2) lines.push(`${said[0]} +${label} visit`);
      } else if (visit.source !== 'analysis') {
        if (said.length > 1) lines.push(`${visit.at} -${label} visit`);
        said = [];
      }
    }
    return lines;
  }
}

function knows({ pages }: PlainVisit, page: PageKey): boolean {
  return pages === 'all' || pages.has(page);
}
