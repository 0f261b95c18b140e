// A disk that fails where a test says so, and that loses its power.
import { basename, dirname, relative, sep } from 'node:path';
import { nodeDisk, type Disk } from '../src/disk.ts';
import { FileState, FolderState, loadFolder, storeAfterPowerLoss, type Survivors } from './power-loss.ts';

/** The `nth` call (1 is the first) fails with a system error of this code; if `lasting`, each one after it too. */
export interface Failure {
  readonly call: 'open' | 'read' | 'write' | 'truncate' | 'sync' | 'rename' | 'remove' | 'syncFolder';
  readonly nth: number;
  readonly code: 'ENOSPC' | 'EIO' | 'EROFS' | 'EMFILE';
  readonly lasting?: boolean;
}

export interface Faults {
  readonly failures?: readonly Failure[];
  /** Number of changing calls (create, write, truncate, sync, rename, …) after which the power is lost. */
  readonly powerLossAfter?: number;
}

/** Error of every call after a loss of power. */
export class PowerLost extends Error {
  override readonly name = 'PowerLost';
}

/**
 * The real file system below `root`, a folder that exists and that nobody else changes; its content at the beginning
 * is durable. A write that fails has written its first half. A file is renamed only within its folder.
 */
export class FaultyDisk implements Disk {
  /** Changing calls made so far. */
  changes = 0;
  readonly #root: string;
  readonly #state: FolderState;
  readonly #faults: Faults;
  readonly #calls = new Map<Failure['call'], number>();
  readonly #open = new Map<number, FileState>();
  #isOff = false;

  constructor(root: string, faults: Faults = {}) {
    this.#root = root;
    this.#state = loadFolder(root);
    this.#faults = faults;
  }

  /** Takes the power away, unless it is lost already, and makes `root` what the disk may then hold. */
  crash(stored: Survivors): void {
    this.#isOff = true;
    for (const file of this.#open.keys()) nodeDisk.close(file);
    this.#open.clear();
    storeAfterPowerLoss(this.#root, this.#state, stored);
  }

  open(path: string, mode: 'read' | 'create' | 'change'): number {
    this.#fail('open');
    const file = nodeDisk.open(path, mode);
    if (mode === 'create') {
      this.#folderOf(path).change({
        kind: 'set',
        name: basename(path),
        node: new FileState(Buffer.alloc(0)),
      });
    }
    const node = this.#folderOf(path).names.get(basename(path));
    if (!(node instanceof FileState)) throw new Error(`${path} was not made through this disk`);
    this.#open.set(file, node);
    if (mode === 'create') this.#changed();
    return file;
  }

  read(file: number, into: Uint8Array, position: number): number {
    this.#fail('read');
    return nodeDisk.read(file, into, position);
  }

  write(file: number, bytes: Uint8Array, position: number): void {
    const failure = this.#failureOf('write');
    const written = failure === undefined ? bytes : bytes.subarray(0, bytes.length >>> 1);
    nodeDisk.write(file, written, position);
    this.#stateOf(file).write(position, written);
    this.#changed();
    if (failure !== undefined) throw systemError(failure);
  }

  size(file: number): number {
    this.#requirePower();
    return nodeDisk.size(file);
  }

  truncate(file: number, length: number): void {
    this.#fail('truncate');
    nodeDisk.truncate(file, length);
    this.#stateOf(file).truncate(length);
    this.#changed();
  }

  sync(file: number): void {
    const failure = this.#failureOf('sync');
    if (failure !== undefined) {
      this.#stateOf(file).failSync();
      throw systemError(failure);
    }
    this.#stateOf(file).sync();
    this.#changed();
  }

  close(file: number): void {
    this.#requirePower();
    this.#open.delete(file);
    nodeDisk.close(file);
  }

  stat(path: string): { readonly bytes: number; readonly version: string } | null {
    this.#requirePower();
    return nodeDisk.stat(path);
  }

  list(folder: string): readonly string[] {
    this.#requirePower();
    return nodeDisk.list(folder);
  }

  rename(from: string, to: string): void {
    this.#fail('rename');
    const folder = this.#folderOf(from);
    const node = folder.names.get(basename(from));
    if (folder !== this.#folderOf(to) || node === undefined)
      throw new Error(`${from} can't be renamed to ${to}`);
    nodeDisk.rename(from, to);
    folder.change({ kind: 'rename', from: basename(from), to: basename(to), node });
    this.#changed();
  }

  remove(path: string): void {
    this.#fail('remove');
    nodeDisk.remove(path);
    this.#folderOf(path).change({ kind: 'remove', name: basename(path) });
    this.#changed();
  }

  makeFolder(path: string): void {
    this.#requirePower();
    nodeDisk.makeFolder(path);
    let folder = this.#state;
    for (const name of this.#namesTo(path)) {
      if (!folder.names.has(name)) folder.change({ kind: 'set', name, node: new FolderState(new Map()) });
      folder = innerFolder(folder, name);
    }
    this.#changed();
  }

  freeBytes(folder: string): number {
    this.#requirePower();
    return nodeDisk.freeBytes(folder);
  }

  syncFolder(path: string): void {
    // What holds the root is durable.
    if (path === dirname(this.#root)) return;
    this.#fail('syncFolder');
    this.#namesTo(path).reduce(innerFolder, this.#state).sync();
    this.#changed();
  }

  /** Called after a changing call was made: the power may be lost now. */
  #changed(): void {
    this.changes++;
    if (this.changes === this.#faults.powerLossAfter) this.#isOff = true;
    this.#requirePower();
  }

  #requirePower(): void {
    if (this.#isOff) throw new PowerLost('the power is lost');
  }

  #fail(call: Failure['call']): void {
    const failure = this.#failureOf(call);
    if (failure !== undefined) throw systemError(failure);
  }

  /** Counts a call, and returns the failure that it has to have. */
  #failureOf(call: Failure['call']): Failure | undefined {
    this.#requirePower();
    const count = (this.#calls.get(call) ?? 0) + 1;
    this.#calls.set(call, count);
    const isDue = ({ nth, lasting }: Failure): boolean => count === nth || (lasting === true && count > nth);
    return this.#faults.failures?.find((failure) => failure.call === call && isDue(failure));
  }

  #stateOf(file: number): FileState {
    const state = this.#open.get(file);
    if (state === undefined) throw new Error(`file ${file} is not open`);
    return state;
  }

  #folderOf(path: string): FolderState {
    return this.#namesTo(dirname(path)).reduce(innerFolder, this.#state);
  }

  /** Names of the folders from the root, which is not among them, to `path`. */
  #namesTo(path: string): readonly string[] {
    return relative(this.#root, path)
      .split(sep)
      .filter((name) => name !== '');
  }
}

function innerFolder(folder: FolderState, name: string): FolderState {
  const inner = folder.names.get(name);
  if (inner instanceof FolderState) return inner;
  throw new Error(`there is no folder ${name}`);
}

function systemError({ code, call }: Failure): Error {
  return Object.assign(new Error(`${code}: a test made ${call} fail`), { code, syscall: call });
}
