// The state of a disk after a loss of power: of each file what was synced and some of what was written since, of each
// folder the names that were synced and some of the changes since.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Changes that survive although they were not synced. `prefix`: those up to some moment, the last write perhaps in
 * part. `subset`: any of them, of writes any sectors of 512 bytes. Both are chosen file by file, by `seed`.
 */
export type Survivors =
  'everything' | 'nothing' | { readonly some: 'prefix' | 'subset'; readonly seed: number };

type Change =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly length: number };
type NameChange =
  | { readonly kind: 'set'; readonly name: string; readonly node: FileState | FolderState }
  | {
      readonly kind: 'rename';
      readonly from: string;
      readonly to: string;
      readonly node: FileState | FolderState;
    }
  | { readonly kind: 'remove'; readonly name: string };

const SECTOR_BYTES = 512;

/** A file's synced content, and what was changed since. */
export class FileState {
  #synced: Buffer;
  #changes: Change[] = [];

  constructor(synced: Buffer) {
    this.#synced = synced;
  }

  write(position: number, bytes: Uint8Array): void {
    this.#changes.push({ kind: 'write', position, bytes: Buffer.from(bytes) });
  }

  truncate(length: number): void {
    this.#changes.push({ kind: 'truncate', length });
  }

  sync(): void {
    if (this.#changes.length > 0) this.#synced = changed(this.#synced, this.#changes);
    this.#changes = [];
  }

  /**
   * Records a sync that failed: the system takes the changes for written and does not try again, but they are lost.
   */
  failSync(): void {
    this.#changes = [];
  }

  contentAfter(stored: Survivors, random: () => number): Buffer {
    return changed(this.#synced, survivingChanges(this.#changes, stored, random));
  }
}

/** A folder's synced names, and how they changed since. */
export class FolderState {
  readonly names: Map<string, FileState | FolderState>;
  #synced: Map<string, FileState | FolderState>;
  #changes: NameChange[] = [];

  constructor(names: ReadonlyMap<string, FileState | FolderState>) {
    this.names = new Map(names);
    this.#synced = new Map(names);
  }

  change(change: NameChange): void {
    this.#changes.push(change);
    applyNameChange(this.names, change);
  }

  sync(): void {
    this.#synced = new Map(this.names);
    this.#changes = [];
  }

  namesAfter(stored: Survivors, random: () => number): ReadonlyMap<string, FileState | FolderState> {
    const names = new Map(this.#synced);
    for (const change of survivorsOf(this.#changes, stored, random)) applyNameChange(names, change);
    return names;
  }
}

/** The state of a folder in which everything is synced. */
export function loadFolder(path: string): FolderState {
  const nodes = readdirSync(path).map((name): [string, FileState | FolderState] => {
    const inner = join(path, name);
    return [name, statSync(inner).isDirectory() ? loadFolder(inner) : new FileState(readFileSync(inner))];
  });
  return new FolderState(new Map(nodes));
}

/** Makes the real folder what a disk may hold of `state`. */
export function storeAfterPowerLoss(path: string, state: FolderState, stored: Survivors): void {
  const random = randomNumbers(typeof stored === 'string' ? 0 : stored.seed);
  rmSync(path, { recursive: true });
  store(path, state, stored, random);
}

function store(path: string, state: FolderState, stored: Survivors, random: () => number): void {
  mkdirSync(path);
  for (const [name, node] of state.namesAfter(stored, random)) {
    const inner = join(path, name);
    if (node instanceof FolderState) store(inner, node, stored, random);
    else writeFileSync(inner, node.contentAfter(stored, random));
  }
}

/** A content after changes; there are zeros where nothing was written. */
function changed(content: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => (change.kind === 'write' ? change.position + change.bytes.length : 0));
  const bytes = Buffer.alloc(Math.max(content.length, ...ends));
  content.copy(bytes);
  let { length } = content;
  for (const change of changes) {
    if (change.kind === 'truncate') {
      bytes.fill(0, Math.min(length, change.length), length);
      length = change.length;
    } else {
      change.bytes.copy(bytes, change.position);
      length = Math.max(length, change.position + change.bytes.length);
    }
  }
  return bytes.subarray(0, length);
}

function applyNameChange(names: Map<string, FileState | FolderState>, change: NameChange): void {
  if (change.kind === 'rename') names.delete(change.from);
  if (change.kind === 'remove') names.delete(change.name);
  else names.set(change.kind === 'set' ? change.name : change.to, change.node);
}

function survivorsOf<T>(changes: readonly T[], stored: Survivors, random: () => number): readonly T[] {
  if (stored === 'everything') return changes;
  if (stored === 'nothing') return [];
  if (stored.some === 'subset') return changes.filter(() => random() < 0.5);
  return changes.slice(0, Math.floor(random() * (changes.length + 1)));
}

function survivingChanges(
  changes: readonly Change[],
  stored: Survivors,
  random: () => number,
): readonly Change[] {
  if (typeof stored === 'string') return survivorsOf(changes, stored, random);
  if (stored.some === 'subset') return survivorsOf(changes.flatMap(sectorsOf), stored, random);
  const whole = survivorsOf(changes, stored, random);
  const torn = changes[whole.length];
  if (torn?.kind !== 'write') return whole;
  const length = Math.floor(random() * (torn.bytes.length + 1));
  return [...whole, { ...torn, bytes: torn.bytes.subarray(0, length) }];
}

/** A write as writes of one sector or less. */
function sectorsOf(change: Change): readonly Change[] {
  if (change.kind === 'truncate') return [change];
  const sectors: Change[] = [];
  for (let at = 0; at < change.bytes.length;) {
    const end = at + SECTOR_BYTES - ((change.position + at) % SECTOR_BYTES);
    sectors.push({ kind: 'write', position: change.position + at, bytes: change.bytes.subarray(at, end) });
    at = end;
  }
  return sectors;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
