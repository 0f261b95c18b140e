// Hosts that are looked for: a sorted list of keys in one buffer, since there may be millions.
import { setImmediate } from 'node:timers/promises';
import { canonicalDomain, isRegistrySuffix, registrableDomain } from '@sitegrep/site';
import { CrawlNotReadable } from './errors.ts';
import { hostKey, hostOfKey, type KeyRange, rangeOfHost, rangeWithBelow, withoutWww } from './surt.ts';

/** Maximum names of a list. */
const MAX_HOSTS = 5_000_000;
/** Names that are read without letting others work meanwhile: some 20 ms. */
const NAMES_AT_ONCE = 2_000;
/** Names that a report shows. */
const MAX_SHOWN = 20;

/** Names of which some are shown. */
export interface NamedSome {
  readonly count: number;
  /** The first ones, at most 20. */
  readonly first: readonly string[];
}

/**
 * Hosts in the order of their keys, each once. A registrable domain stands for itself and all hosts below it, any other host
 * for itself alone; a leading `www.` makes no difference.
 */
export class HostList {
  readonly #keys: Buffer;
  /** End of each key in the buffer. */
  readonly #ends: Uint32Array;
  /** Has 1 for each host that stands for those below it, too. */
  readonly #withBelow: Uint8Array;

  private constructor(keys: readonly string[], withBelow: Uint8Array) {
    this.#keys = Buffer.from(keys.join(''), 'latin1');
    this.#ends = new Uint32Array(keys.length);
    this.#withBelow = withBelow;
    let end = 0;
    for (const [at, key] of keys.entries()) {
      end += key.length;
      this.#ends[at] = end;
    }
  }

  /**
   * Reads names of hosts, in any order.
   *
   * @returns the list, and names that are none of a host, or that many owners have hosts under, such as co.uk
   * @throws CrawlNotReadable if there are more than five million, or none
   */
  static async of(
    names: Iterable<string> | AsyncIterable<string>,
  ): Promise<{ readonly hosts: HostList; readonly refused: NamedSome }> {
    const keys: string[] = [];
    const first: string[] = [];
    let refused = 0;
    let read = 0;
    for await (const name of names) {
      if (++read % NAMES_AT_ONCE === 0) await setImmediate();
      const domain = canonicalDomain(name);
      const host = domain === null ? null : withoutWww(domain);
      if (host === null || isRegistrySuffix(host) || !/[a-z]/.test(host)) {
        refused++;
        if (first.length < MAX_SHOWN) first.push(name);
      } else {
        keys.push(hostKey(host));
      }
      if (keys.length > MAX_HOSTS) {
        throw new CrawlNotReadable(
          `the list has more than ${MAX_HOSTS.toLocaleString('en')} hosts: read it in parts`,
        );
      }
    }
    if (keys.length === 0) {
      throw new CrawlNotReadable(
        refused === 0
          ? 'the list names no host: write one a line, such as example.com'
          : `none of the ${refused} names of the list is that of a host, the first is "${first[0] ?? ''}": write one a line, such as example.com`,
      );
    }
    const unique = keys.toSorted().filter((key, at, all) => key !== all[at - 1]);
    const withBelow = new Uint8Array(unique.length);
    for (const [at, key] of unique.entries()) {
      if (at % NAMES_AT_ONCE === 0) await setImmediate();
      const host = hostOfKey(key);
      withBelow[at] = registrableDomain(host) === host ? 1 : 0;
    }
    return { hosts: new HostList(unique, withBelow), refused: { count: refused, first } };
  }

  get size(): number {
    return this.#ends.length;
  }

  /** Hosts in the order of the list, so that it can be stored and read again. */
  *names(): Generator<string> {
    for (let at = 0; at < this.size; at++) yield this.nameAt(at);
  }

  nameAt(at: number): string {
    return hostOfKey(this.#keyAt(at));
  }

  /** Keys of the records of a host of the list. */
  rangeAt(at: number): KeyRange {
    const key = this.#keyAt(at);
    return this.#withBelow[at] === 1 ? rangeWithBelow(key) : rangeOfHost(key);
  }

  /** Numbers of the hosts that stand for a host: itself, and its registrable domain. */
  numbersOf(host: string): readonly number[] {
    const found: number[] = [];
    const labels = hostKey(host).split(',');
    for (let count = labels.length; count > 0; count--) {
      const at = this.#find(labels.slice(0, count).join(','));
      if (at !== null && (count === labels.length || this.#withBelow[at] === 1)) found.push(at);
    }
    return found;
  }

  /** The first host with a key that is `key` or after it; `size` if there is none. */
  firstFrom(key: string): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Tells whether a host may have records with keys from `min` to `max`, both inclusive. */
  mayHave(min: string, max: string): boolean {
    const at = this.firstFrom(min);
    if (at < this.size && this.rangeAt(at).from <= max) return true;
    // Keys before `min` whose records may reach into the range are those of its own host, and of parents of that host.
    return this.numbersOf(hostOfKey(min.split(/[):]/, 1)[0] ?? '')).length > 0;
  }

  #find(key: string): number | null {
    const at = this.firstFrom(key);
    return at < this.size && this.#keyAt(at) === key ? at : null;
  }

  #keyAt(at: number): string {
    return this.#keys.toString('latin1', at === 0 ? 0 : this.#ends[at - 1], this.#ends[at]);
  }
}

/** Marks the hosts of a list of which a record was found. */
export class FoundHosts {
  readonly #hosts: HostList;
  /** A bit for each host, so that it can be stored and given back. */
  readonly bits: Uint8Array;

  constructor(hosts: HostList, bits: Uint8Array = new Uint8Array(Math.ceil(hosts.size / 8))) {
    this.#hosts = hosts;
    this.bits = bits;
  }

  mark(at: number): void {
    this.bits[at >>> 3] = (this.bits[at >>> 3] ?? 0) | (1 << (at & 7));
  }

  /** Hosts without a record. */
  missing(): NamedSome {
    const first: string[] = [];
    let count = 0;
    for (let at = 0; at < this.#hosts.size; at++) {
      if (((this.bits[at >>> 3] ?? 0) & (1 << (at & 7))) !== 0) continue;
      count++;
      if (first.length < MAX_SHOWN) first.push(this.#hosts.nameAt(at));
    }
    return { count, first };
  }
}
