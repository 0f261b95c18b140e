import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BodySlot, BodySlots } from './body-slots.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Bodies by name, and the names of those that got a slot, in order. */
class Bodies {
  readonly slots = new BodySlots();
  readonly begun: string[] = [];
  readonly #of = new Map<string, BodySlot>();

  /** Bytes come; a body that is new is opened. */
  async sends(name: string): Promise<void> {
    const slot = this.#of.get(name) ?? this.slots.open();
    this.#of.set(name, slot);
    void slot.hasBytes().then(() => this.begun.push(name));
    await Promise.resolve();
  }

  pauses(name: string): void {
    this.of(name).awaitsBytes();
  }

  async ends(name: string): Promise<void> {
    this.of(name).close();
    await Promise.resolve();
  }

  of(name: string): BodySlot {
    const slot = this.#of.get(name);
    if (slot === undefined) throw new Error(name);
    return slot;
  }
}

test('two bodies have a slot, the others wait for them in their order', async () => {
  const bodies = new Bodies();
  for (const name of ['a', 'b', 'c', 'd']) await bodies.sends(name);
  expect(bodies.begun).toEqual(['a', 'b']);
  await bodies.ends('a');
  expect(bodies.begun).toEqual(['a', 'b', 'c']);
  // One that leaves while it waits takes no slot.
  await bodies.ends('d');
  await bodies.ends('b');
  await bodies.sends('e');
  expect(bodies.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a silent one leaves its slot to one that waits, and has to wait for it again', async () => {
  const bodies = new Bodies();
  for (const name of ['a', 'b']) {
    await bodies.sends(name);
    bodies.pauses(name);
  }
  vi.advanceTimersByTime(60_000);
  // Nobody waits, so both keep it.
  await bodies.sends('a');
  await bodies.sends('c');
  expect(bodies.begun).toEqual(['a', 'b', 'a', 'c']);
  await bodies.sends('b');
  expect(bodies.begun).toEqual(['a', 'b', 'a', 'c']);
  bodies.pauses('c');
  vi.advanceTimersByTime(100);
  expect(bodies.begun).toEqual(['a', 'b', 'a', 'c']);
  await vi.advanceTimersByTimeAsync(200);
  expect(bodies.begun).toEqual(['a', 'b', 'a', 'c', 'b']);
});

test('silence ends a body after five minutes, and after fifteen seconds while many are open', async () => {
  const bodies = new Bodies();
  await bodies.sends('a');
  vi.advanceTimersByTime(400_000);
  // What is not waited for is not silent: its pages are being stored.
  expect(bodies.of('a').isTooSilent()).toBe(false);
  bodies.pauses('a');
  vi.advanceTimersByTime(299_000);
  expect(bodies.of('a').isTooSilent()).toBe(false);
  for (let number = 0; number < 32; number++) bodies.slots.open();
  expect(bodies.of('a').isTooSilent()).toBe(true);
  bodies.slots.close();
  expect(bodies.of('a').isTooSilent()).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(bodies.of('a').isTooSilent()).toBe(true);
});

test('64 bodies may be open', () => {
  const slots = new BodySlots();
  const open = Array.from({ length: 64 }, () => slots.open());
  expect(slots.isFull).toBe(true);
  open[0]?.close();
  expect(slots.isFull).toBe(false);
});
