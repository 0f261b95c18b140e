// Slots of bodies that send pages: few are read at a time, since each holds two batches of pages in memory, and a body that sends
// nothing holds no slot.

/** Bodies that are read at the same time. */
const AT_ONCE = 2;
/** Bodies that may be open; one without a slot holds the beginning of a page at most. */
const MAX_OPEN = 64;
/** Silence after which a body leaves its slot to another one that waits, in milliseconds. Its pages are being written by then. */
const LEAVE_MS = 250;
/** Silence that ends a body, in milliseconds; and while more than half of all are open. */
const MAX_SILENCE_MS = 300_000;
const MAX_CROWDED_SILENCE_MS = 15_000;

export class BodySlots {
  readonly #waiting: BodySlot[] = [];
  readonly #taken = new Set<BodySlot>();
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

  open(): BodySlot {
    this.#open++;
    return new BodySlot(this);
  }

  close(): void {
    this.#open--;
  }

  wait(slot: BodySlot): void {
    this.#waiting.push(slot);
    this.#next();
    if (this.isWaitedFor) for (const other of Array.from(this.#taken)) other.leaveIfSilent();
  }

  leave(slot: BodySlot): void {
    const index = this.#waiting.indexOf(slot);
    if (index !== -1) this.#waiting.splice(index, 1);
    if (this.#taken.delete(slot)) this.#next();
  }

  #next(): void {
    while (this.#taken.size < AT_ONCE) {
      const slot = this.#waiting.shift();
      if (slot === undefined) return;
      this.#taken.add(slot);
      slot.begin();
    }
  }
}

/** The slot of one body. */
export class BodySlot {
  readonly #slots: BodySlots;
  #state: 'none' | 'waits' | 'has' | 'closed' = 'none';
  /** Time since which it sends nothing, by `performance.now`; null: it is not waited for. */
  #silentSince: number | null = null;
  #leaving: NodeJS.Timeout | undefined;
  #mayLeave = false;
  #resolve: () => void = () => {};

  constructor(slots: BodySlots) {
    this.#slots = slots;
  }

  /** The next bytes are waited for. */
  awaitsBytes(): void {
    this.#silentSince = performance.now();
    this.#leaving = setTimeout(() => {
      this.#mayLeave = true;
      this.leaveIfSilent();
    }, LEAVE_MS);
  }

  /** Bytes have come. Resolves when the body has a slot, or is closed. */
  async hasBytes(): Promise<void> {
    this.#silentSince = null;
    clearTimeout(this.#leaving);
    this.#mayLeave = false;
    if (this.#state !== 'none') return;
    this.#state = 'waits';
    await new Promise<void>((resolve) => {
      this.#resolve = resolve;
      this.#slots.wait(this);
    });
  }

  /** Called when the body has a slot. */
  begin(): void {
    this.#state = 'has';
    this.#resolve();
  }

  /** Leaves the slot to another one that waits, if nothing has come for a while. */
  leaveIfSilent(): void {
    if (this.#state !== 'has' || !this.#mayLeave || !this.#slots.isWaitedFor) return;
    this.#state = 'none';
    this.#slots.leave(this);
  }

  isTooSilent(): boolean {
    return this.#silentSince !== null && performance.now() - this.#silentSince > this.#slots.maxSilenceMs;
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#state = 'closed';
    this.#slots.leave(this);
    this.#slots.close();
    this.#resolve();
  }
}
