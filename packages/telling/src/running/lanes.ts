import type { Delivery } from '@sitegrep/storage';
import type { Destination } from '../destinations.ts';

/** Attempts at the same time. */
const MAX_ATTEMPTS = 32;
/** The share of destinations that failed last: if they hang, they keep no others from being told. */
const MAX_FAILING = 16;
/** Attempts at the same receiver at the same time, whatever destinations name it. */
const MAX_PER_RECEIVER = 4;
const MAX_KNOWN_FAILING = 10_000;

/** Decides which attempts may be made at the same time: one for each destination, a few for each receiver. */
export interface Lanes {
  /** Whether an attempt for a destination may begin now. */
  mayBegin(delivery: Delivery): boolean;
  begin(delivery: Delivery): void;
  /** Whether an attempt that has begun may go to its receiver. */
  mayReach(destination: Destination): boolean;
  reach(destination: Destination): void;
  leave(destination: Destination): void;
  /** @param failed null: it was not tried */
  end(delivery: Delivery, failed: boolean | null): void;
  readonly isFull: boolean;
}

export function openLanes(): Lanes {
  const busy = new Set<string>();
  const receivers = new Map<string, number>();
  const failing = new Set<string>();
  let failingBusy = 0;

  return {
    mayBegin({ destination }) {
      if (busy.size >= MAX_ATTEMPTS || busy.has(destination)) return false;
      return !failing.has(destination) || failingBusy < MAX_FAILING;
    },
    begin({ destination }) {
      busy.add(destination);
      if (failing.has(destination)) failingBusy++;
    },
    mayReach: (destination) => (receivers.get(receiverOf(destination)) ?? 0) < MAX_PER_RECEIVER,
    reach(destination) {
      const receiver = receiverOf(destination);
      receivers.set(receiver, (receivers.get(receiver) ?? 0) + 1);
    },
    leave(destination) {
      const receiver = receiverOf(destination);
      const left = (receivers.get(receiver) ?? 1) - 1;
      if (left > 0) receivers.set(receiver, left);
      else receivers.delete(receiver);
    },
    end({ destination }, failed) {
      busy.delete(destination);
      if (failing.has(destination)) failingBusy--;
      if (failed === false) failing.delete(destination);
      else if (failed === true && failing.size < MAX_KNOWN_FAILING) failing.add(destination);
    },
    get isFull() {
      return busy.size >= MAX_ATTEMPTS;
    },
  };
}

function receiverOf(destination: Destination): string {
  return destination.kind === 'mail' ? 'mail' : (URL.parse(destination.url)?.origin ?? destination.url);
}
