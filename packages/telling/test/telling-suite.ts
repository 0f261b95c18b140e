// The tests of telling, with real requests to loopback.
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Deliveries } from '@sitegrep/storage';
import type { EmptyStore } from '../../storage/test/conformance/empty-store.ts';
import { eventOf } from './events.ts';
import { answering, openReceiver, type Received, type Receiver } from './receiver.ts';
import {
  hookAt,
  openWorld,
  SECRET,
  searchWith,
  until,
  type World,
  type WorldOptions,
} from './telling-world.ts';
import type { Message } from '../src/message.ts';
import { switchOn } from '../src/running/off.ts';

interface OpenStore {
  readonly deliveries: Deliveries;
  close(): Promise<void>;
}

/** Everything that telling must do, whatever keeps its deliveries. @param sizes of what is told at the same time */
export function describeTelling(
  name: string,
  emptyStore: EmptyStore<OpenStore>,
  sizes: { readonly searches: number; readonly events: number },
): void {
  describe(`telling: ${name}`, () => {
    const MINUTE = 60_000;
    const HOUR = 60 * MINUTE;

    let receiver: Receiver;
    let world: World;

    async function makeWorld(options: Omit<WorldOptions, 'deliveries'> = {}): Promise<World> {
      const store = await (await emptyStore())();
      onTestFinished(() => store.close());
      return openWorld({ deliveries: store.deliveries, ...options });
    }

    async function makeReceiver(host?: string): Promise<Receiver> {
      const made = await openReceiver(host);
      onTestFinished(() => made.close());
      return made;
    }

    function start(): () => Promise<void> {
      const stop = world.start();
      let stopped: Promise<void> | null = null;
      const once = (): Promise<void> => (stopped ??= stop());
      onTestFinished(once);
      return once;
    }

    beforeEach(async () => {
      receiver = await makeReceiver();
      world = await makeWorld();
      world.searches.set('shops', searchWith(hookAt(receiver.url)));
    });

    const messageIn = ({ body }: Received): Message => JSON.parse(body) as Message;
    /** Numbers of the events that requests told, in order. */
    const numbersIn = (requests: readonly Received[]): readonly number[] =>
      requests
        .flatMap((request) => {
          const { event, events = [] } = messageIn(request).data;
          return event === undefined ? events : [event];
        })
        .map(({ number }) => number);
    const inOrder = (requests: readonly Received[]): readonly number[] =>
      numbersIn(requests).toSorted((a, b) => a - b);
    const idsIn = (requests: readonly Received[]): readonly (string | undefined)[] =>
      requests.map(({ headers }) => headers['webhook-id']);

    /** States of the deliveries, the oldest first. */
    async function statesOf(): Promise<string> {
      return (await world.stored()).map(({ state }) => state).join(' ');
    }

    describe('a receiver that takes what it gets', () => {
      it('is told each event once, signed', async () => {
        start();
        world.events.push(eventOf(1), eventOf(2, { kind: 'changed' }), eventOf(3, { search: 'blogs' }));
        await until(() => receiver.received.length === 2);
        world.events.push(eventOf(9, { kind: 'disappeared' }));
        await until(async () => (await statesOf()) === 'delivered delivered delivered');
        expect(numbersIn(receiver.received)).toEqual([1, 2, 9]);
        expect(receiver.received.map((request) => messageIn(request).type)).toEqual([
          'search.appeared',
          'search.changed',
          'search.disappeared',
        ]);
        for (const { body, headers } of receiver.received) {
          expect(new Webhook(SECRET).verify(body, { ...headers })).toEqual(JSON.parse(body));
          expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'sitegrep' });
        }
        expect(new Set(idsIn(receiver.received)).size).toBe(3);
        expect(world.faults).toEqual([]);
      });

      it('is told only what it wants, from when it was made', async () => {
        const hook = hookAt(receiver.url, { on: ['appeared'], since: eventOf(3).at });
        world.searches.set('shops', searchWith(hook));
        world.events.push(eventOf(2), eventOf(3), eventOf(4, { kind: 'changed' }), eventOf(5));
        start();
        await until(() => receiver.received.length === 2);
        await until(async () => (await world.deliveries.told('shops/ops'))?.position === 5);
        expect(numbersIn(receiver.received)).toEqual([3, 5]);
      });

      it('gets the same id again if its answer was not recorded, and no delivery is made twice', async () => {
        const { deliveries } = world;
        const answered = deliveries.answered.bind(deliveries);
        let isKilled = false;
        deliveries.answered = async (...args) => {
          if (isKilled) return answered(...args);
          isKilled = true;
          throw new Error('the process is killed here');
        };
        const stop = start();
        world.events.push(eventOf(1), eventOf(2));
        await until(() => receiver.received.length >= 3);
        await until(async () => (await world.stored()).every(({ state }) => state === 'delivered'));
        await stop();
        expect(inOrder(receiver.received)).toEqual([1, 1, 2]);
        expect(new Set(idsIn(receiver.received)).size).toBe(2);
        // As if it had been killed before it recorded how far it was.
        for (const destination of ['', 'shops/ops']) {
          const told = await deliveries.told(destination);
          if (told !== null) await deliveries.setTold({ ...told, position: 0 });
        }
        start();
        world.events.push(eventOf(3));
        await until(() => receiver.received.length === 4);
        await until(async () => (await deliveries.told(''))?.position === 3);
        expect(await world.stored()).toHaveLength(3);
        expect(numbersIn(receiver.received).at(-1)).toBe(3);
      });

      it('is told when the number of domains passes its bound, in either direction', async () => {
        world.searches.set('shops', searchWith(hookAt(receiver.url, { on: [], count: 2 })));
        const stop = start();
        world.counts.set('shops', 2);
        world.events.push(eventOf(1));
        await until(async () => (await world.deliveries.told('shops/ops'))?.position === 1);
        world.counts.set('shops', 3);
        world.events.push(eventOf(2));
        await until(() => receiver.received.length === 1);
        world.counts.set('shops', 4);
        world.events.push(eventOf(3));
        await until(async () => (await world.deliveries.told('shops/ops'))?.position === 3);
        world.counts.set('shops', 1);
        world.events.push(eventOf(4, { kind: 'disappeared' }));
        await until(() => receiver.received.length === 2);
        await stop();
        expect(receiver.received.map((request) => messageIn(request).data.count)).toEqual([
          { domains: 3, bound: 2, is_above: true },
          { domains: 1, bound: 2, is_above: false },
        ]);
      });

      it('is told when its first events make the number of domains pass its bound', async () => {
        world.searches.set('shops', searchWith(hookAt(receiver.url, { on: [], count: 1 })));
        world.counts.set('shops', 2);
        world.events.push(eventOf(1), eventOf(2));
        start();
        await until(() => receiver.received.length === 1);
        expect(messageIn(receiver.received[0] as Received)).toMatchObject({
          type: 'search.count',
          data: { count: { domains: 2, bound: 1, is_above: true } },
        });
      });
    });

    describe('a receiver that fails', () => {
      it('gets the same delivery after 5 s, 5 min, 30 min, 2, 5, 10 and 14 h, then it is dead and may be replayed', async () => {
        receiver.answer(answering(500, {}, 'no "ä"'));
        start();
        const began = world.now;
        world.events.push(eventOf(1));
        const times = [5 / 60, 5, 30, 120, 300, 600, 840].map((minutes) => minutes * MINUTE);
        let at = began;
        for (const [attempt, time] of times.entries()) {
          await until(async () => (await world.stored())[0]?.attempts === attempt + 1);
          at += time;
          expect((await world.stored())[0]).toMatchObject({ state: 'waiting', due: at });
          expect(receiver.received).toHaveLength(attempt + 1);
          world.now = at;
        }
        await until(async () => (await world.stored())[0]?.state === 'dead');
        const [dead] = await world.stored();
        expect(dead).toMatchObject({ attempts: 8, endedAt: at });
        expect(dead?.answers[0]).toEqual({ at, status: 500, text: 'no "ä"' });
        expect(new Set(idsIn(receiver.received)).size).toBe(1);
        receiver.answer();
        await world.deliveries.replay(dead?.id ?? '', world.now);
        await until(async () => (await world.stored())[0]?.state === 'delivered');
        expect(idsIn(receiver.received).at(-1)).toBe(dead?.id);
        // It is recorded after what the delivery came to.
        await until(async () => (await world.deliveries.told('shops/ops'))?.failures === 0);
      });

      it('rests as a whole, and gets all that waits as soon as it takes one', async () => {
        receiver.answer(answering(502));
        start();
        world.events.push(eventOf(1), eventOf(2), eventOf(3));
        await until(() => receiver.received.length === 1);
        // The others are put off last.
        await until(async () => (await world.deliveries.due(world.now, 10)).length === 0);
        world.now += 5_000;
        await until(() => receiver.received.length === 2);
        await until(async () => (await world.deliveries.told('shops/ops'))?.failures === 2);
        const rested = world.now + 4 * MINUTE;
        await until(async () => (await world.stored()).every(({ due }) => due >= rested));
        receiver.answer();
        world.now = rested;
        await until(async () => (await world.stored()).every(({ state }) => state === 'delivered'));
        expect(inOrder(receiver.received.slice(2))).toEqual([1, 2, 3]);
      });

      it('that refuses one delivery gets the others meanwhile', async () => {
        receiver.answer((response, request) => {
          const isBad = numbersIn([request]).includes(1);
          response.writeHead(isBad ? 400 : 204).end();
        });
        start();
        world.events.push(eventOf(1), eventOf(2), eventOf(3));
        await until(() => receiver.received.length === 1);
        await until(async () => (await world.stored())[0]?.attempts === 1);
        world.now += 5_000;
        await until(
          async () => (await world.stored()).filter(({ state }) => state === 'delivered').length === 2,
        );
        expect((await world.stored()).map(({ state }) => state)).toEqual([
          'waiting',
          'delivered',
          'delivered',
        ]);
      });

      it('that was away for two days gets everything once it is back, a hundred events at a time', async () => {
        await receiver.close();
        start();
        for (let number = 1; number <= 5; number++) world.events.push(eventOf(number));
        await until(async () => (await world.stored()).length === 5);
        for (let number = 6; number <= 350; number++) world.events.push(eventOf(number));
        for (let hours = 0; hours < 48; hours += 2) {
          world.now += 2 * HOUR;
          await until(async () => (await world.deliveries.due(world.now, 10)).length === 0);
        }
        expect(
          (await world.stored()).every(({ answers }) => answers.every(({ status }) => status === null)),
        ).toBe(true);
        await receiver.open();
        world.now += 14 * HOUR;
        await until(async () => {
          world.now += MINUTE;
          const stored = await world.stored();
          return (
            stored.every(({ state }) => state !== 'waiting') && numbersIn(receiver.received).includes(350)
          );
        });
        for (const { id, state } of await world.stored()) {
          if (state === 'dead') await world.deliveries.replay(id, world.now);
        }
        await until(async () => (await world.stored()).every(({ state }) => state === 'delivered'));
        expect(inOrder(receiver.received)).toEqual(Array.from({ length: 350 }, (_, at) => at + 1));
        const sizes = receiver.received.map((request) => numbersIn([request]).length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
        expect(receiver.received.length).toBeLessThan(25);
      });

      it('that answers 410 is told nothing more until it is switched on', async () => {
        receiver.answer(answering(410));
        start();
        world.events.push(eventOf(1), eventOf(2));
        await until(async () => (await statesOf()) === 'dead dead');
        world.events.push(eventOf(3));
        await until(async () => (await world.deliveries.told('shops/ops'))?.position === 3);
        receiver.answer();
        expect(receiver.received).toHaveLength(1);
        const [, second] = await world.stored();
        expect(second?.answers[0]?.text).toContain(
          'nothing is sent any more: its receiver answered 410 Gone',
        );
        expect(await switchOn(world.deliveries, 'shops', { name: 'ops' })).toBe(true);
        expect(await switchOn(world.deliveries, 'shops', { name: 'ops' })).toBe(false);
        world.events.push(eventOf(4));
        await until(() => receiver.received.length === 2);
        expect(numbersIn(receiver.received.slice(1))).toEqual([4]);
      });

      it.each([
        ['429 with seconds', 429, () => '3600', HOUR],
        ['503 with a date', 503, (now: number) => new Date(now + 2 * HOUR).toUTCString(), 2 * HOUR],
        ['429 for longer than a day', 429, () => '864000', 24 * HOUR],
        ['500, where the field means nothing', 500, () => '3600', 4_000],
      ])('by %s is left alone for as long', async (_, status, retryAfter, time) => {
        world.now = Math.floor(world.now / 1_000) * 1_000;
        receiver.answer(answering(status, { 'retry-after': retryAfter(world.now) }));
        start();
        world.events.push(eventOf(1), eventOf(2));
        await until(async () => (await world.stored())[0]?.attempts === 1);
        await until(async () => (await world.deliveries.due(world.now + time - 1, 10)).length === 0);
        expect((await world.deliveries.due(world.now + time, 10)).length).toBe(1);
        expect((await world.deliveries.due(world.now + time + 1_000, 10)).length).toBe(2);
      });
    });

    describe('a receiver that is hostile', () => {
      it('and hangs holds no other up, and is given up after the time limit', async () => {
        world = await makeWorld({ limitMs: 400 });
        const other = await makeReceiver();
        receiver.answer(() => undefined);
        world.searches.set('shops', searchWith(hookAt(receiver.url), hookAt(other.url, { name: 'other' })));
        start();
        world.events.push(eventOf(1));
        await until(() => other.received.length === 1 && receiver.received.length === 1);
        world.events.push(eventOf(2));
        await until(() => other.received.length === 2);
        await until(async () => (await world.stored())[0]?.attempts === 1);
        expect((await world.stored())[0]?.answers[0]).toMatchObject({
          status: null,
          text: 'no answer within 0.4 s',
        });
      });

      it('and answers with 10 MB is read up to 64 KB, of which 2 KB are kept', async () => {
        let written = 0;
        let closed = false;
        receiver.answer((response) => {
          response.writeHead(200);
          response.on('close', () => (closed = true));
          const piece = 'x'.repeat(16_384);
          const write = (): void => {
            while (written < 10_485_760 && !response.destroyed) {
              written += piece.length;
              if (!response.write(piece)) {
                response.once('drain', write);
                return;
              }
            }
            response.end();
          };
          write();
        });
        start();
        world.events.push(eventOf(1));
        await until(async () => (await world.stored())[0]?.state === 'delivered');
        await until(() => closed);
        expect(written).toBeLessThan(10_485_760);
        expect((await world.stored())[0]?.answers[0]).toMatchObject({ status: 200, text: 'x'.repeat(2_048) });
      });

      it('and redirects is followed three times', async () => {
        receiver.answer((response, { path }) => {
          const hops = Number(path.split('=')[1] ?? 0);
          if (hops === 3) response.writeHead(200).end('at last');
          else response.writeHead(307, { location: `/hook?hops=${hops + 1}` }).end();
        });
        start();
        world.events.push(eventOf(1));
        await until(async () => (await world.stored())[0]?.state === 'delivered');
        expect(receiver.received.map(({ path }) => path)).toEqual([
          '/hook',
          '/hook?hops=1',
          '/hook?hops=2',
          '/hook?hops=3',
        ]);
        const [first, , , last] = receiver.received;
        expect(last?.body).toBe(first?.body);
        receiver.answer(answering(302, { location: '/hook' }));
        world.events.push(eventOf(2));
        await until(async () => (await world.stored())[1]?.attempts === 1);
        expect(receiver.received).toHaveLength(8);
        expect((await world.stored())[1]?.answers[0]?.text).toBe('it redirects more than 3 times');
      });

      it.each([
        ['http://127.0.0.2:PORT/hook', '127.0.0.2 is not a public address'],
        ['http://[::ffff:127.0.0.2]:PORT/hook', 'is not a public address'],
        ['http://169.254.169.254/latest', '169.254.169.254 is not a public address'],
        ['http://127.0.0.1:25/', 'port 25 is not for the web'],
        ['file:///etc/passwd', "redirects to 'file:///etc/passwd', which is no address of the web"],
      ])('and redirects to %s is not followed', async (location, text) => {
        const inner = await makeReceiver('127.0.0.2');
        receiver.answer(answering(307, { location: location.replace('PORT', String(inner.port)) }));
        start();
        world.events.push(eventOf(1));
        await until(async () => (await world.stored())[0]?.attempts === 1);
        expect((await world.stored())[0]?.answers[0]?.text).toContain(text);
        expect(inner.received).toEqual([]);
      });

      it('and resolves to a private address at the second look is not connected to', async () => {
        const looks = [['127.0.0.1'], ['127.0.0.2']];
        let looked = 0;
        const lookup = async (): Promise<{ address: string; family: number }[]> => {
          const addresses = looks[Math.min(looked, 1)] ?? [];
          looked++;
          return addresses.map((address) => ({ address, family: 4 }));
        };
        let clock = 0;
        world = await makeWorld({ requests: { lookup, now: () => clock } });
        const inner = await makeReceiver('127.0.0.2');
        // Each answer closes its connection, so that the next request looks again.
        receiver.answer(answering(200, { connection: 'close' }));
        world.searches.set('shops', searchWith(hookAt(`http://hooks.example:${receiver.port}/`)));
        start();
        world.events.push(eventOf(1));
        await until(() => receiver.received.length === 1);
        clock = 2 * HOUR;
        world.events.push(eventOf(2));
        await until(async () => (await world.stored())[1]?.attempts === 1);
        expect(looked).toBe(2);
        expect((await world.stored())[1]?.answers[0]).toMatchObject({ status: null });
        expect((await world.stored())[1]?.answers[0]?.text).toContain('(127.0.0.2) is not a public address');
        expect(inner.received).toEqual([]);
      });

      it('in a private network is refused unless its range is allowed', async () => {
        world = await makeWorld({ requests: { allowedAddresses: [] } });
        world.searches.set(
          'shops',
          searchWith(hookAt(receiver.url), hookAt('http://localhost/', { name: 'local' })),
        );
        start();
        world.events.push(eventOf(1));
        await until(async () => (await world.stored()).filter(({ attempts }) => attempts === 1).length === 2);
        expect((await world.stored()).map(({ answers }) => answers[0]?.text)).toEqual([
          expect.stringContaining('127.0.0.1 is not a public address'),
          expect.stringContaining('localhost is not a public address'),
        ]);
        expect(receiver.received).toEqual([]);
      });
    });

    describe('what is withdrawn', () => {
      it('is not told: of a domain that was taken down only that it disappeared', async () => {
        await receiver.close();
        start();
        const shown = ['a.example', 'b.example'].map((domain, at) => eventOf(1 + at, { domain }));
        world.events.push(...shown);
        await until(async () => (await world.stored())[0]?.attempts === 1);
        // The storage removes the events of the domain and adds one.
        const gone = eventOf(3, {
          domain: 'a.example',
          kind: 'disappeared',
          pages: [],
          total: 0,
          by: 'deletion',
        });
        world.events = [...shown.slice(1), gone];
        await until(async () => (await world.stored()).length === 3);
        await receiver.open();
        for (;;) {
          world.now += 6 * MINUTE;
          await until(async () => (await world.deliveries.due(world.now, 10)).length === 0);
          if ((await world.stored()).every(({ state }) => state !== 'waiting')) break;
        }
        expect(inOrder(receiver.received)).toEqual([2, 3]);
        const [first] = await world.stored();
        expect(first).toMatchObject({ state: 'dead' });
        expect(first?.answers[0]?.text).toContain('nothing is left to tell');
      });

      it('stops with the key that it belongs to, and says so', async () => {
        receiver.answer(answering(503));
        start();
        world.events.push(eventOf(1), eventOf(2));
        await until(async () => (await world.stored())[0]?.attempts === 1);
        const stopped = 'the key that it belongs to was revoked';
        world.searches.set('shops', { ...searchWith(hookAt(receiver.url)), stopped });
        world.events.push(eventOf(3));
        await until(async () => (await statesOf()) === 'dead dead');
        await until(async () => (await world.deliveries.told('shops/ops'))?.position === 3);
        expect((await world.stored()).map(({ answers }) => answers[0]?.text)).toEqual(
          ['', ''].map(() => `nothing is sent any more: ${stopped}`),
        );
        expect(receiver.received).toHaveLength(1);
      });

      it('is forgotten with its search, and given up with its destination', async () => {
        receiver.answer(answering(503));
        start();
        world.events.push(eventOf(1));
        await until(async () => (await world.stored())[0]?.attempts === 1);
        world.searches.set('shops', searchWith());
        world.now += HOUR;
        await until(async () => (await world.stored())[0]?.state === 'dead');
        expect((await world.stored())[0]?.answers[0]?.text).toContain('the search has no such destination');
        world.searches.delete('shops');
        world.events.push(eventOf(2));
        await until(async () => (await world.stored()).length === 0);
        expect(await world.deliveries.told('shops/ops')).toBeNull();
      });
    });

    describe('many', () => {
      it('searches with as many receivers as they have, some of which hang, are told each event once', async () => {
        world = await makeWorld({ limitMs: 2_000 });
        const hanging = await makeReceiver();
        hanging.answer(() => undefined);
        const names = Array.from({ length: sizes.searches }, (_, at) => `s${at}`);
        for (const [at, id] of names.entries()) {
          const hook = hookAt(at % 10 === 7 ? hanging.url : `${receiver.url}/${at}`);
          world.searches.set(id, { id, label: null, destinations: [hook], stopped: null });
        }
        start();
        for (let number = 1; number <= sizes.events; number++) {
          world.events.push(eventOf(number, { search: `s${number % sizes.searches}` }));
        }
        const wanted = world.events.filter(({ number }) => number % 10 !== 7).map(({ number }) => number);
        await until(() => inOrder(receiver.received).length >= wanted.length);
        expect(inOrder(receiver.received)).toEqual(wanted);
        expect(hanging.received.length).toBeGreaterThan(0);
        expect(world.faults).toEqual([]);
      });

      it('searches go on when one of them cannot be read', async () => {
        const { searches } = world;
        searches.set('blogs', { ...searchWith(hookAt(receiver.url)), id: 'blogs' });
        const get = searches.get.bind(searches);
        searches.get = (id) => {
          if (id === 'shops') throw new Error('the definition is damaged');
          return get(id);
        };
        start();
        world.events.push(eventOf(1), eventOf(2, { search: 'blogs' }));
        await until(() => receiver.received.length === 1);
        await until(() => world.faults.length === 1);
        searches.get = get;
        world.now += MINUTE;
        await until(() => receiver.received.length === 2);
        expect(inOrder(receiver.received)).toEqual([1, 2]);
        expect(world.faults).toEqual([new Error('the definition is damaged')]);
      });
    });
  });
}
