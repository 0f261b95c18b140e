import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Deliveries,
  type Delivery,
  MAX_ANSWER_TEXT,
  MAX_ANSWERS,
  type NewDelivery,
  type Told,
} from '../../src/deliveries.ts';
import type { EmptyStore } from './empty-store.ts';

interface OpenStore {
  readonly deliveries: Deliveries;
  close(): Promise<void>;
}

const AT = 1_790_000_000_000;
const REFUSED = { at: AT + 5, status: 500, text: 'ä "no"\u2028' };

function deliveryOf(id: string, changed: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id,
    search: 'shops',
    destination: 'shops/ops',
    content: { kind: 'events', first: 3, last: 2 ** 40 },
    createdAt: AT,
    due: AT,
    ...changed,
  };
}

function toldOf(destination: string, changed: Partial<Told> = {}): Told {
  return {
    destination,
    search: destination.replace(/\/.*/, ''),
    position: 7,
    isBehind: false,
    isAbove: null,
    failures: 0,
    off: null,
    ...changed,
  };
}

const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ id }) => id);
const FOREVER = { deliveredBefore: 0, deadBefore: 0, keep: 1_000_000, limit: 10_000 };

/** Everything a store of deliveries must do, whatever keeps it. */
export function describeDeliveries(name: string, emptyStore: EmptyStore<OpenStore>): void {
  describe(`deliveries: ${name}`, () => {
    let store: OpenStore;
    let reopen: () => Promise<OpenStore>;
    beforeAll(async () => {
      reopen = await emptyStore();
      store = await reopen();
    });
    afterAll(() => store.close());

    it('are made once, whoever makes them', async () => {
      const { deliveries } = store;
      const made = { ...deliveryOf('a'), state: 'waiting', attempts: 0, answers: [], endedAt: null };
      expect(await deliveries.get('a')).toBeNull();
      expect(await deliveries.add(deliveryOf('a'))).toEqual(made);
      const other = await reopen();
      const content = { kind: 'events', first: 3, last: 4 } as const;
      const again = await Promise.all(
        [deliveries, other.deliveries].map((each) => each.add(deliveryOf('a', { content, due: AT + 9 }))),
      );
      expect(again).toEqual([made, made]);
      expect(await other.deliveries.get('a')).toEqual(made);
      expect((await deliveries.list({ limit: 10 })).items).toEqual([made]);
      await other.close();
      await deliveries.forget('shops');
    });

    it('wait until they are due, and end once', async () => {
      const { deliveries } = store;
      const counted = async (destination: string): ReturnType<Deliveries['waiting']> => {
        await deliveries.due(AT, 1);
        return deliveries.waiting(destination);
      };
      await deliveries.add(deliveryOf('late', { due: AT + 2 }));
      await deliveries.add(deliveryOf('early', { due: AT + 1, destination: 'shops/mail' }));
      expect(await deliveries.due(AT, 10)).toEqual([]);
      expect(idsOf(await deliveries.due(AT + 2, 10))).toEqual(['early', 'late']);
      expect(idsOf(await deliveries.due(AT + 2, 1))).toEqual(['early']);
      expect(await counted('shops/ops')).toEqual({ own: 1, all: 2 });
      expect(await deliveries.answered('late', REFUSED, { state: 'waiting', due: AT + 50 })).toBe(true);
      expect(idsOf(await deliveries.due(AT + 49, 10))).toEqual(['early']);
      const waiting = { state: 'waiting', due: AT + 50, attempts: 1, answers: [REFUSED], endedAt: null };
      expect(await deliveries.get('late')).toMatchObject(waiting);
      const taken = { at: AT + 60, status: 204, text: '' };
      expect(await deliveries.answered('late', taken, { state: 'delivered' })).toBe(true);
      const ended = { state: 'delivered', attempts: 2, answers: [taken, REFUSED], endedAt: AT + 60 };
      expect(await deliveries.get('late')).toMatchObject(ended);
      expect(await deliveries.answered('late', REFUSED, { state: 'dead' })).toBe(false);
      expect(await deliveries.answered('none', REFUSED, { state: 'dead' })).toBe(false);
      expect(await deliveries.get('late')).toMatchObject(ended);
      expect(await deliveries.replay('late', AT)).toBeNull();
      expect(await counted('shops/ops')).toEqual({ own: 0, all: 1 });
      await deliveries.forget('shops');
      expect(await counted('shops/ops')).toEqual({ own: 0, all: 0 });
    });

    it('keep their last answers, the newest first, each cut', async () => {
      const { deliveries } = store;
      await deliveries.add(deliveryOf('many'));
      for (let status = 500; status < 500 + MAX_ANSWERS + 2; status++) {
        const answer = { at: AT, status, text: 'x'.repeat(MAX_ANSWER_TEXT + 1) };
        await deliveries.answered('many', answer, { state: 'waiting', due: AT });
      }
      const delivery = await deliveries.get('many');
      expect(delivery?.attempts).toBe(MAX_ANSWERS + 2);
      expect(delivery?.answers.map(({ status }) => status)).toEqual(
        Array.from({ length: MAX_ANSWERS }, (_, at) => 500 + MAX_ANSWERS + 1 - at),
      );
      expect(delivery?.answers[0]?.text).toBe('x'.repeat(MAX_ANSWER_TEXT));
      await deliveries.forget('shops');
    });

    it('are listed the newest first, page by page, by search, destination and state', async () => {
      const { deliveries } = store;
      for (const id of ['1', '2', '3', '4']) await deliveries.add(deliveryOf(id));
      await deliveries.add(deliveryOf('5', { search: 'blogs', destination: 'blogs/ops' }));
      await deliveries.add(deliveryOf('6', { destination: 'shops/mail' }));
      await deliveries.answered('2', REFUSED, { state: 'dead' });
      const first = await deliveries.list({ limit: 2, search: 'shops' });
      expect(idsOf(first.items)).toEqual(['6', '4']);
      if (first.next === null) throw new Error('no further page');
      const second = await deliveries.list({ limit: 3, search: 'shops', after: first.next });
      expect([idsOf(second.items), second.next]).toEqual([['3', '2', '1'], null]);
      expect(idsOf((await deliveries.list({ limit: 9, destination: 'blogs/ops' })).items)).toEqual(['5']);
      const dead = await deliveries.list({ limit: 9, destination: 'shops/ops', state: 'dead' });
      expect(idsOf(dead.items)).toEqual(['2']);
      await deliveries.forget('shops');
      expect(idsOf((await deliveries.list({ limit: 9 })).items)).toEqual(['5']);
      await deliveries.forget('blogs');
    });

    it('of a destination are put off, hastened and given up together, and a dead one is replayed', async () => {
      const { deliveries } = store;
      await deliveries.add(deliveryOf('near', { due: AT + 10 }));
      await deliveries.add(deliveryOf('far', { due: AT + 90 }));
      await deliveries.add(deliveryOf('other', { due: AT + 10, destination: 'shops/mail' }));
      await deliveries.reschedule('shops/ops', AT + 50, 'earlier');
      expect(idsOf(await deliveries.due(AT + 49, 10))).toEqual(['other']);
      expect(idsOf(await deliveries.due(AT + 89, 10))).toEqual(['other', 'near']);
      await deliveries.reschedule('shops/ops', AT + 5, 'all');
      expect(idsOf(await deliveries.due(AT + 5, 10)).toSorted()).toEqual(['far', 'near']);
      const reason = { at: AT + 6, status: null, text: 'the receiver is gone' };
      await deliveries.giveUp('shops/ops', reason);
      expect(idsOf(await deliveries.due(AT + 99, 10))).toEqual(['other']);
      const dead = { state: 'dead', attempts: 0, answers: [reason], endedAt: AT + 6 };
      expect(await deliveries.get('far')).toMatchObject(dead);
      const again = { ...dead, state: 'waiting', due: AT + 200, endedAt: null };
      expect(await deliveries.replay('far', AT + 200)).toMatchObject(again);
      expect(await deliveries.replay('far', AT + 300)).toBeNull();
      expect(await deliveries.replay('none', AT)).toBeNull();
      expect(await deliveries.get('far')).toMatchObject(again);
      expect(idsOf(await deliveries.due(AT + 200, 10))).toEqual(['other', 'far']);
      await deliveries.prune({ ...FOREVER, deadBefore: AT + 100 });
      expect(await deliveries.get('far')).toMatchObject(again);
      expect(await deliveries.get('near')).toBeNull();
      await deliveries.forget('shops');
    });

    it('that ended are removed by age, and the first ones beyond a number', async () => {
      const { deliveries } = store;
      const states = ['delivered', 'dead', 'delivered', 'dead', 'delivered'] as const;
      for (const [at, state] of states.entries()) {
        await deliveries.add(deliveryOf(`e${at}`));
        await deliveries.answered(`e${at}`, { ...REFUSED, at: AT + at }, { state });
      }
      await deliveries.add(deliveryOf('waits'));
      const left = async (): Promise<readonly string[]> =>
        idsOf((await deliveries.list({ limit: 10 })).items).toReversed();
      expect(await deliveries.prune(FOREVER)).toBe(0);
      expect(await deliveries.prune({ ...FOREVER, deliveredBefore: AT + 4, limit: 1 })).toBe(1);
      expect(await left()).toEqual(['e1', 'e2', 'e3', 'e4', 'waits']);
      expect(await deliveries.prune({ ...FOREVER, deliveredBefore: AT + 4, deadBefore: AT + 1 })).toBe(1);
      expect(await left()).toEqual(['e1', 'e3', 'e4', 'waits']);
      expect(await deliveries.prune({ ...FOREVER, keep: 1, limit: 1 })).toBe(1);
      expect(await left()).toEqual(['e3', 'e4', 'waits']);
      expect(await deliveries.prune({ ...FOREVER, keep: 1 })).toBe(1);
      expect(await left()).toEqual(['e4', 'waits']);
      await deliveries.forget('shops');
    });

    it('know how far each destination was told, and which are behind', async () => {
      const { deliveries } = store;
      expect(await deliveries.told('shops/ops')).toBeNull();
      const off = { at: AT, reason: 'the receiver "is" gone' };
      const all = [
        toldOf('shops/ops', { isBehind: true, position: 2 ** 40 }),
        toldOf('shops/mail', { isBehind: true, isAbove: true, failures: 3 }),
        toldOf('blogs/ops', { isAbove: false, off }),
      ];
      for (const told of all) await deliveries.setTold(told);
      expect(await Promise.all(all.map(({ destination }) => deliveries.told(destination)))).toEqual(all);
      expect(await deliveries.behind(10)).toEqual([all[1], all[0]]);
      expect(await deliveries.behind(1)).toEqual([all[1]]);
      await deliveries.setTold(toldOf('shops/mail', { position: 8 }));
      expect(await deliveries.behind(10)).toEqual([all[0]]);
      await deliveries.forget('shops');
      expect(await deliveries.told('shops/ops')).toBeNull();
      expect(await deliveries.behind(10)).toEqual([]);
      expect(await deliveries.told('blogs/ops')).toEqual(all[2]);
      await deliveries.forget('blogs');
    });

    it('say of searches what has not arrived, and whose destinations fail', async () => {
      const { deliveries } = store;
      for (const id of ['w1', 'w2', 'd1', 'ok']) await deliveries.add(deliveryOf(id));
      await deliveries.add(deliveryOf('b', { search: 'blogs', destination: 'blogs/ops' }));
      await deliveries.add(deliveryOf('fine', { search: 'fine', destination: 'fine/ops' }));
      await deliveries.answered('d1', REFUSED, { state: 'dead' });
      for (const id of ['ok', 'fine']) await deliveries.answered(id, REFUSED, { state: 'delivered' });
      await deliveries.setTold(toldOf('shops/ops', { failures: 2 }));
      await deliveries.setTold(toldOf('shops/mail', { off: { at: AT, reason: 'gone' } }));
      await deliveries.setTold(toldOf('fine/ops'));
      await deliveries.setTold(toldOf('quiet/ops', { failures: 1 }));
      const all = ['shops', 'blogs', 'fine', 'quiet', 'absent'];
      expect(await deliveries.standings(all)).toEqual(
        new Map([
          ['blogs', { waiting: 1, dead: 0, failing: 0 }],
          ['quiet', { waiting: 0, dead: 0, failing: 1 }],
          ['shops', { waiting: 2, dead: 1, failing: 2 }],
        ]),
      );
      expect([...(await deliveries.standings(['blogs']))]).toHaveLength(1);
      expect([...(await deliveries.standings([]))]).toEqual([]);
      await deliveries.setTold(toldOf('shops/ops'));
      expect((await deliveries.standings(all)).get('shops')).toMatchObject({ failing: 1 });
      for (const search of all) await deliveries.forget(search);
      expect([...(await deliveries.standings(all))]).toEqual([]);
    });

    it('are there after the store was closed and opened again', async () => {
      const digest = { kind: 'digest', first: 1, from: AT, to: AT + 3_600_000 } as const;
      const count = { kind: 'count', domains: 3, bound: 2, isAbove: true, at: AT } as const;
      await store.deliveries.add(deliveryOf('digest', { content: digest }));
      await store.deliveries.add(deliveryOf('count', { content: count }));
      await store.close();
      store = await reopen();
      expect((await store.deliveries.get('digest'))?.content).toEqual(digest);
      expect((await store.deliveries.get('count'))?.content).toEqual(count);
      expect(await store.deliveries.alone(() => Promise.resolve('done'))).toBe('done');
    });
  });
}
