// What visits and captures make of the past of a page. Storages give the packed sources and keep what comes out.
import { compareVisits, type ComparedVisits } from '@sitegrep/versions';
import { contentDigest } from './packed-content.ts';
import {
  type Content,
  type ContentFacts,
  firstSeen,
  lastSeen,
  type Past,
  type PastVersion,
  withTime,
} from './past.ts';

/** A content, and when it was seen. */
export interface SeenContent {
  readonly content: Content;
  readonly facts: ContentFacts;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A page as it is stored. */
export interface SeenPage extends SeenContent {
  /** Number of the page. */
  readonly id: number;
}

/** A version while its page changes. Its sources are read when they are needed. */
export interface OpenVersion {
  readonly id: number;
  readonly times: readonly number[];
  readonly endedAt: number | null;
  readonly facts: ContentFacts;
  readonly digest: string;
  /** Bytes of its sources. */
  readonly contentBytes: number;
  readonly content: () => Content;
  /** The version as it is kept; null: it is not kept yet, or with other sources. */
  readonly kept: PastVersion | null;
}

/** Reads the sources of the versions of a past. */
export type ReadContent = (version: PastVersion) => Content;

/** A page and its versions, which change with what is seen. */
export class PagePast {
  noise: Uint8Array;
  renderedNoise: Uint8Array;
  stood: boolean;
  /** Ascending by time. */
  versions: OpenVersion[];
  /** The stored page; null: it is not stored, or gone. */
  present: OpenVersion | null = null;
  /** Whether anything changed. */
  isChanged = false;
  readonly #nextId: () => number;

  /**
   * @param page the page as it is stored; null: it is not
   * @param read reads the sources of a version of `past`
   * @param nextId gives a number that no page and no version has
   */
  constructor(past: Past, page: SeenPage | null, read: ReadContent, nextId: () => number) {
    ({ noise: this.noise, renderedNoise: this.renderedNoise, stood: this.stood } = past);
    this.#nextId = nextId;
    this.versions = past.versions.map((version) => ({
      id: version.id,
      times: version.times,
      endedAt: version.endedAt,
      facts: version,
      digest: version.digest,
      contentBytes: version.bytes + (version.renderedBytes ?? 0),
      content: once(() => read(version)),
      kept: version,
    }));
    if (page !== null) {
      const before = past.present?.id === page.id ? past.present.times : [];
      this.present = opened(page, page.id, withTime(before, page.at));
    }
  }

  /** A visit found a content in the stead of the present one. */
  arrive(seen: SeenPage): void {
    this.isChanged = true;
    const before = this.present ?? this.#takeLast();
    if (before === null) {
      this.present = opened(seen, seen.id, [seen.at]);
      return;
    }
    const { isSame, slotsChanged } = this.#learn(before, seen);
    if (!isSame) this.versions.push(before);
    this.present = opened(seen, seen.id, isSame ? withTime(before.times, seen.at) : [seen.at]);
    if (slotsChanged) this.#mergeNoise(this.present);
  }

  /** A capture saw a content: after all that was seen so far, or before. */
  capture(seen: SeenContent): void {
    const last = this.present ?? this.versions.at(-1);
    if (last === undefined || seen.at > lastSeen(last)) this.arrive({ ...seen, id: this.#nextId() });
    else this.insert(seen);
  }

  /** A visit found that the page is gone. */
  end(at: number): void {
    if (this.present === null) return;
    this.isChanged = true;
    this.versions.push({ ...this.present, endedAt: Math.max(at, lastSeen(this.present) + 1) });
    this.present = null;
  }

  /** A capture that is older than the present saw a content. */
  insert(seen: SeenContent): void {
    const all = [...this.versions, ...(this.present === null ? [] : [this.present])];
    const digest = contentDigest(seen.content);
    const next = all.findIndex((version) => this.#isBefore(seen.at, digest, version, firstSeen(version)));
    const index = next === -1 ? all.length : next;
    const changed = this.#inserted(all[index - 1] ?? null, all[index] ?? null, { ...seen, digest });
    if (changed === null) return;
    this.isChanged = true;
    all.splice(index + changed.from, changed.count, ...changed.versions);
    this.present = this.present === null ? null : (all.pop() ?? null);
    this.versions = all;
  }

  /** The versions in whose stead others come, relative to the one that follows. Null: nothing changes. */
  #inserted(
    before: OpenVersion | null,
    after: OpenVersion | null,
    seen: SeenContent & { readonly digest: string },
  ): { readonly from: number; readonly count: number; readonly versions: readonly OpenVersion[] } | null {
    const { at, digest } = seen;
    if (before !== null) {
      const follows = (time: number): boolean => this.#isBefore(at, digest, before, time);
      const isWithin = follows(lastSeen(before));
      const isAfterEnd = before.endedAt !== null && at >= before.endedAt;
      if (!isAfterEnd && this.#isSame(before, seen)) {
        const times = withTime(before.times, at);
        if (times === before.times) return null;
        const extended = isWithin || before.digest === digest ? { ...before, times } : null;
        const replaced = extended ?? { ...opened(seen, this.#nextId(), times), endedAt: before.endedAt };
        return { from: -1, count: 1, versions: [replaced] };
      }
      if (isWithin) {
        const earlier = before.times.filter((time) => !follows(time));
        const later = before.times.filter(follows);
        const half = { ...before, id: this.#nextId(), times: earlier, endedAt: null, kept: null };
        const own = opened(seen, this.#nextId(), [at]);
        return { from: -1, count: 1, versions: [half, own, { ...before, times: later }] };
      }
      if (!isAfterEnd && before.endedAt !== null) {
        const own = { ...opened(seen, this.#nextId(), [at]), endedAt: before.endedAt };
        return { from: -1, count: 1, versions: [{ ...before, endedAt: null }, own] };
      }
    }
    if (after !== null && this.#isSame(after, seen)) {
      return { from: 0, count: 1, versions: [{ ...after, times: withTime(after.times, at) }] };
    }
    return { from: 0, count: 0, versions: [opened(seen, this.#nextId(), [at])] };
  }

  /** Takes the last version of a page that is not stored, and of which no visit found that it is gone. */
  #takeLast(): OpenVersion | null {
    return this.versions.at(-1)?.endedAt === null ? (this.versions.pop() ?? null) : null;
  }

  /** Compares two successive contents, and learns of noise. */
  #learn(
    before: OpenVersion,
    seen: SeenContent,
  ): { readonly isSame: boolean; readonly slotsChanged: boolean } {
    const [one, other] = [before.content(), seen.content];
    if (isEqual(one, other)) {
      this.stood = true;
      return { isSame: true, slotsChanged: false };
    }
    const times = { before: lastSeen(before), after: seen.at };
    const source = compared(this.noise, one.source, other.source, times, this.stood);
    this.noise = source.noise;
    let { isSame, slotsChanged } = source;
    if (one.rendered !== null && other.rendered !== null) {
      const rendered = compared(this.renderedNoise, one.rendered, other.rendered, times, this.stood);
      this.renderedNoise = rendered.noise;
      isSame &&= rendered.isSame;
      slotsChanged ||= rendered.slotsChanged;
    }
    this.stood = false;
    return { isSame, slotsChanged };
  }

  /** Makes the present one with those versions before it that differ from it in noise alone, by what is noise now. */
  #mergeNoise(present: OpenVersion): void {
    const seen = { content: present.content(), facts: present.facts, digest: present.digest };
    for (let last = this.versions.at(-1); last !== undefined; last = this.versions.at(-1)) {
      if (last.endedAt !== null || !this.#isSame(last, { ...seen, at: lastSeen(present) })) return;
      this.versions.pop();
      const times = last.times.reduce(withTime, this.present?.times ?? []);
      this.present = { ...present, times };
    }
  }

  /** Tells whether a content comes before a time at which a version was seen. The page as it was fetched last is after all. */
  #isBefore(at: number, digest: string, version: OpenVersion, time: number): boolean {
    if (version === this.present && time === lastSeen(version)) return true;
    return at < time || (at === time && digest < version.digest);
  }

  /** Tells whether a content is that of a version but for noise, and learns nothing. */
  #isSame(version: OpenVersion, seen: SeenContent & { readonly digest: string }): boolean {
    if (version.digest === seen.digest) return true;
    const isLater = seen.at > lastSeen(version);
    const [one, other] = isLater ? [version.content(), seen.content] : [seen.content, version.content()];
    const times = isLater
      ? { before: lastSeen(version), after: seen.at }
      : { before: seen.at, after: firstSeen(version) };
    if (!compared(this.noise, one.source, other.source, times, true).isSame) return false;
    if (one.rendered === null || other.rendered === null) return true;
    return compared(this.renderedNoise, one.rendered, other.rendered, times, true).isSame;
  }
}

function opened({ content, facts }: SeenContent, id: number, times: readonly number[]): OpenVersion {
  return {
    id,
    times,
    endedAt: null,
    facts,
    digest: contentDigest(content),
    contentBytes: content.source.length + (content.rendered?.length ?? 0),
    content: () => content,
    kept: null,
  };
}

function compared(
  noise: Uint8Array,
  one: Buffer,
  other: Buffer,
  times: { readonly before: number; readonly after: number },
  stood: boolean,
): ComparedVisits {
  return compareVisits(
    noise,
    { source: one.toString(), seenAt: times.before, stood },
    { source: other.toString(), seenAt: times.after },
  );
}

function isEqual(one: Content, other: Content): boolean {
  if (!one.source.equals(other.source)) return false;
  if (one.rendered === null || other.rendered === null) return one.rendered === other.rendered;
  return one.rendered.equals(other.rendered);
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | null = null;
  return () => (done ??= { value: work() }).value;
}
