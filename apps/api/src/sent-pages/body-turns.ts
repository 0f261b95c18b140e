// Turns of bodies that send pages: few are read at a time, since each holds two batches of pages in memory, and a body that sends
// nothing holds no turn.

/** Bodies that are read at the same time. */
const AT_ONCE = 2;
/** Bodies that may be open; one without a turn holds the beginning of a page at most. */
const MAX_OPEN = 64;
/** Silence after which a body leaves its turn to another one that waits, in milliseconds. Its pages are being written by then. */
const LEAVE_MS = 250;
/** Silence that ends a body, in milliseconds; and while more than half of all are open. */
const MAX_SILENCE_MS = 300_000;
const MAX_CROWDED_SILENCE_MS = 15_000;

export class BodyTurns {
  readonly #waiting: BodyTurn[] = [];
  readonly #taken = new Set<BodyTurn>();
  #open = 0;

  get isFull(): boolean {
    return this.#open >= MAX_OPEN;
  }

  /** Time without a byte after which a body is ended now, in milliseconds. */
  get maxSilenceMs(): number {
    return this.#open > MAX_OPEN / 2 ? MAX_CROWDED_SILENCE_MS : MAX_SILENCE_MS;
  }

  get isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  open(): BodyTurn {
    this.#open++;
    return new BodyTurn(this);
  }

  close(): void {
    this.#open--;
  }

  wait(turn: BodyTurn): void {
    this.#waiting.push(turn);
    this.#next();
    if (this.isWaitedFor) for (const other of [...this.#taken]) other.leaveIfSilent();
  }

  leave(turn: BodyTurn): void {
    const index = this.#waiting.indexOf(turn);
    if (index !== -1) this.#waiting.splice(index, 1);
    if (this.#taken.delete(turn)) this.#next();
  }

  #next(): void {
    while (this.#taken.size < AT_ONCE) {
      const turn = this.#waiting.shift();
      if (turn === undefined) return;
      this.#taken.add(turn);
      turn.begin();
    }
  }
}

/** The turn of one body. */
export class BodyTurn {
  readonly #turns: BodyTurns;
  #state: 'none' | 'waits' | 'has' | 'closed' = 'none';
  /** Time since which it sends nothing, by `performance.now`; null: it is not waited for. */
  #silentSince: number | null = null;
  #leaving: NodeJS.Timeout | undefined;
  #mayLeave = false;
  #resolve: () => void = () => {};

  constructor(turns: BodyTurns) {
    this.#turns = turns;
  }

  /** The next bytes are waited for. */
  awaitsBytes(): void {
    this.#silentSince = performance.now();
    this.#leaving = setTimeout(() => {
      this.#mayLeave = true;
      this.leaveIfSilent();
    }, LEAVE_MS);
  }

  /** Bytes have come. Resolves when the body has a turn, or is closed. */
  async hasBytes(): Promise<void> {
    this.#silentSince = null;
    clearTimeout(this.#leaving);
    this.#mayLeave = false;
    if (this.#state !== 'none') return;
    this.#state = 'waits';
    await new Promise<void>((resolve) => {
      this.#resolve = resolve;
      this.#turns.wait(this);
    });
  }

  /** Called when the body has a turn. */
  begin(): void {
    this.#state = 'has';
    this.#resolve();
  }

  /** Leaves the turn to another one that waits, if nothing has come for a while. */
  leaveIfSilent(): void {
    if (this.#state !== 'has' || !this.#mayLeave || !this.#turns.isWaitedFor) return;
    this.#state = 'none';
    this.#turns.leave(this);
  }

  isTooSilent(): boolean {
    return this.#silentSince !== null && performance.now() - this.#silentSince > this.#turns.maxSilenceMs;
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#state = 'closed';
    this.#turns.leave(this);
    this.#turns.close();
    this.#resolve();
  }
}
