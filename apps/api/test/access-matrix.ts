/* Keys × scopes × operations × states, over the real server, for each storage of keys. */
import { OPERATIONS, type Operation, type OperationId } from '@sitegrep/contract';
import { SCOPES, type Scope, type Storage } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, rotateKey } from '../src/api-keys.ts';
import { type Answer, refusalOf, serve, type Served, textOf } from './served-api.ts';
import { ROWS, type Row } from './access-rows.ts';

const REFUSED = {
  status: 401,
  body: {
    success: false,
    error: 'Unauthorized',
    details: 'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
  },
};

/** Answer of the operations for DataForSEO's clients to a request without a valid key. */
const REFUSED_TASK = {
  status: 401,
  body: {
    version: '1.0.0',
    status_code: 40_100,
    status_message:
      'You are not authorized to access this resource. Send a valid API key as the password of Basic authentication, with any login.',
    time: expect.any(String),
    cost: 0,
    tasks_count: 0,
    tasks_error: 0,
    tasks: null,
  },
};

/** Secrets of keys in every state. */
interface Keys {
  /** Invalid keys, by the fault; null: no header. */
  readonly wrong: ReadonlyMap<string, string | null>;
  /** Keys with a single scope each. */
  readonly of: ReadonlyMap<Scope, { readonly id: string; readonly secret: string }>;
  /** Key for everything whose secret was replaced and still works for a while. */
  readonly replaced: string;
  /** Keys whose limit is used up: for everything, and for a single scope. */
  readonly usedUp: string;
  readonly usedUpOf: ReadonlyMap<Scope, string>;
}

async function makeKeys({ keys }: Storage, spend: (secret: string) => Promise<unknown>): Promise<Keys> {
  const all = { name: 'test', scopes: SCOPES };
  const make = async (wish = {}): Promise<{ readonly id: string; readonly secret: string }> => {
    const { key, secret } = await createKey(keys, { ...all, ...wish });
    return { id: key.id, secret };
  };
  const spent = async (scopes: readonly Scope[]): Promise<string> => {
    const { secret } = await make({ scopes, rateLimitPerMinute: 1 });
    await spend(secret);
    return secret;
  };
  const [valid, revoked, expired, over, overlapping] = [
    await make(),
    await make(),
    await make({ expiresAt: Date.now() - 1 }),
    await make(),
    await make(),
  ];
  await keys.revoke(revoked.id, Date.now());
  await rotateKey(keys, over.id, 0);
  await rotateKey(keys, overlapping.id, 600);
  const revokedTwice = await make();
  await rotateKey(keys, revokedTwice.id, 600);
  await keys.revoke(revokedTwice.id, Date.now());
  const last = valid.secret.at(-1) === '0' ? '1' : '0';
  const of = new Map<Scope, Awaited<ReturnType<typeof make>>>();
  const usedUpOf = new Map<Scope, string>();
  for (const scope of SCOPES) {
    of.set(scope, await make({ scopes: [scope] }));
    usedUpOf.set(scope, await spent([scope]));
  }
  return {
    of,
    usedUpOf,
    usedUp: await spent(SCOPES),
    replaced: overlapping.secret,
    wrong: new Map([
      ['missing', null],
      ['empty', ''],
      ['malformed', '{"$ne":null}'],
      ['too long', 'x'.repeat(5_000)],
      ['in capitals', valid.secret.toUpperCase()],
      ['cut off', valid.secret.slice(0, -1)],
      ['twice', `${valid.secret}, ${valid.secret}`],
      ['unknown', valid.secret.slice(0, -1) + last],
      ['revoked', revoked.secret],
      ['expired', expired.secret],
      ['replaced', over.secret],
      ['replaced, of a revoked key', revokedTwice.secret],
    ]),
  };
}

const OPEN = (Object.entries(ROWS) as [OperationId, Row][]).filter(([, { scope }]) => scope === null);
const GUARDED = (Object.entries(ROWS) as [OperationId, Row][]).flatMap(([id, row]) =>
  row.scope === null ? [] : [[id, row, row.scope] as const],
);

/** The first operation of each kind: where keys are looked up in another store, the others are refused by the same code. */
const FIRST_OF_KIND: ReadonlySet<OperationId> = new Set(
  new Map(
    GUARDED.toReversed().map(([id, { audited }, scope]) => [`${scope} ${audited !== undefined}`, id]),
  ).values(),
);

/**
 * @param open opens a further connection to one store, which is empty at first
 * @param title name of the storage
 * @param refusing operations that are called with keys of every state; the others are called with those that may
 */
export function describeAccess(
  title: string,
  open: () => Promise<Storage>,
  refusing: 'all' | 'first of each kind' = 'all',
): void {
  const refuses = (id: OperationId): boolean => refusing === 'all' || FIRST_OF_KIND.has(id);

  describe(`access: ${title}`, () => {
    const closers = new AsyncDisposableStack();
    let api: Served;
    let storage: Storage;
    let keys: Keys;

    async function serveAnother(): Promise<readonly [Served, Storage]> {
      const opened = await open();
      closers.defer(() => opened.close());
      const served = await serve({ parts: (parts) => ({ ...parts, storage: opened }) });
      closers.defer(() => served.close());
      return [served, opened];
    }

    beforeAll(async () => {
      [api, storage] = await serveAnother();
      keys = await makeKeys(storage, spend);
    });
    afterAll(() => closers.disposeAsync());

    const spend = (secret: string): Promise<Answer> => call('listKeys', secret);

    function call(id: OperationId, secret: string | null, at = api): Promise<Answer> {
      const { method, path }: Operation = OPERATIONS[id];
      const { json, csv, type: ofList = 'text/csv' }: Row = ROWS[id];
      const named = path.replaceAll(/\{(?:id|delivery)\}/g, 'none').replace('{domain}', 'nothing.example');
      const type = csv === undefined ? 'application/json' : ofList;
      const body = csv ?? (json === undefined ? undefined : JSON.stringify(json));
      return answerTo(at.url + named, {
        method,
        headers: {
          ...(secret !== null && headerOf(id, secret)),
          ...(body !== undefined && { 'content-type': type }),
        },
        ...(body !== undefined && { body }),
      });
    }

    test('every operation has its row', () => {
      expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
    });

    test.each(OPEN)('%s asks for no key', async (id, { status }) => {
      for (const secret of [...keys.wrong.values(), keys.usedUp, keys.replaced])
        expect((await call(id, secret)).status).toBe(status);
    });

    test.each(GUARDED)('%s asks for a valid key of its scope', async (id, row, scope) => {
      const { status } = row;
      const own: Scope = scope === 'any' ? 'search' : scope;
      const others = scope === 'any' || !refuses(id) ? [] : SCOPES.filter((other) => other !== scope);
      if (refuses(id)) await expectRefused(id, scope, own, others);
      // Twice, for an operation that changes something must not shut anybody out.
      const key = keys.of.get(own);
      const passed = [await call(id, key?.secret ?? ''), await prepared(id, keys.replaced)];
      for (const answer of passed) {
        expect(answer.status).toBe(status);
        expect(answer.headers.get('ratelimit-limit')).toBe('100000');
      }
      await expectAudited(row, key?.id ?? '', others);
    });

    /** Expects that all keys are refused that are not valid, have another scope, or have no request left. */
    async function expectRefused(
      id: OperationId,
      scope: Scope | 'any',
      own: Scope,
      others: readonly Scope[],
    ): Promise<void> {
      const refused = await Promise.all(
        [...keys.wrong].map(async ([state, secret]) => ({ state, ...seen(await call(id, secret)) })),
      );
      const { headers } = seen(await call(id, null));
      const refusal = isForDataForSeo(id) ? REFUSED_TASK : REFUSED;
      expect(refused).toEqual([...keys.wrong.keys()].map((state) => ({ state, ...refusal, headers })));
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      for (const other of others) {
        expect(forbiddenIn(id, await call(id, keys.of.get(other)?.secret ?? ''))).toBe(
          `This operation needs a key with the scope "${scope}"; use another key.`,
        );
        expect(forbiddenIn(id, await call(id, keys.usedUpOf.get(other) ?? ''))).toContain(scope);
      }
      for (const secret of [keys.usedUp, keys.usedUpOf.get(own) ?? '']) {
        // A minute after it was used up, it has a request again.
        await spend(secret);
        const late = await call(id, secret);
        expect([statusOf(id, late), late.headers.get('ratelimit-remaining')]).toEqual([429, '0']);
        expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }

    /** Makes possible again what can be done only once. */
    async function prepared(id: OperationId, secret: string): Promise<Answer> {
      if (id === 'unblockDomain') await call('blockDomain', secret);
      return call(id, secret);
    }

    async function expectAudited({ audited, status }: Row, keyId: string, others: readonly Scope[]) {
      const entriesOf = async (id: string) =>
        (await storage.audit.list({ limit: 1_000, keyId: id, action: audited ?? '' })).items;
      const result = status < 400 ? 'done' : status < 500 ? 'refused' : 'failed';
      const ends = (await entriesOf(keyId)).map((entry) => [entry.result, entry.status]);
      expect(ends).toEqual(audited === undefined ? [] : [[result, status]]);
      for (const other of others) {
        const refusals = await entriesOf(keys.of.get(other)?.id ?? '');
        expect(refusals.map((one) => [one.result, one.status])).toEqual(
          audited === undefined ? [] : [['refused', 403]],
        );
      }
    }

    test('a path that is not there tells nothing of a key either', async () => {
      const answers = await Promise.all(
        [...keys.wrong.values()].map((secret) =>
          answerTo(`${api.url}/nowhere`, { headers: secret === null ? {} : { 'x-api-key': secret } }),
        ),
      );
      const [first] = answers.map(seen);
      expect(first?.status).toBe(404);
      expect(answers.map(seen)).toEqual(answers.map(() => first));
    });

    test('what one process was told of a key holds in another a second later', async () => {
      const [second, other] = await serveAnother();
      const { key, secret } = await createKey(other.keys, { name: 'shared', scopes: ['admin'] });
      const both = async (with_: string) => [
        (await call('listKeys', with_)).status,
        (await call('listKeys', with_, second)).status,
      ];
      expect(await both(secret)).toEqual([200, 200]);
      const rotated = await rotateKey(storage.keys, key.id, 0);
      if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
      // A process looks a key up once a second.
      await expect.poll(() => both(secret)).toEqual([401, 401]);
      expect(await both(rotated.secret)).toEqual([200, 200]);
      await other.keys.revoke(key.id, Date.now());
      await expect.poll(() => both(rotated.secret)).toEqual([401, 401]);
    });
  });
}

function isForDataForSeo(id: OperationId): boolean {
  return OPERATIONS[id].path.startsWith('/v3/');
}

/** Header with a secret, as the clients of an operation send it. */
function headerOf(id: OperationId, secret: string): Readonly<Record<string, string>> {
  if (!isForDataForSeo(id)) return { 'x-api-key': secret };
  return { authorization: `Basic ${Buffer.from(`login:${secret}`).toString('base64')}` };
}

/** Status of HTTP that an answer has, or would have if it were not for DataForSEO's clients. */
function statusOf(id: OperationId, { status, body }: Answer): number {
  if (!isForDataForSeo(id) || status !== 200) return status;
  return { 40_202: 429, 40_204: 403 }[Number(Object(body).status_code)] ?? 200;
}

/** Details of an answer that refuses a key without the scope. */
function forbiddenIn(id: OperationId, answer: Answer): string {
  if (statusOf(id, answer) !== 403) throw new Error(`not forbidden: ${JSON.stringify(answer.body)}`);
  if (!isForDataForSeo(id)) return refusalOf(answer)[1];
  return String(Object(answer.body).status_message).replace('Access denied. ', '');
}

/** Reads an answer, which is text for metrics and JSON otherwise. */
async function answerTo(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status, headers, body: isJson ? await response.json() : await textOf(response) };
}

/** Everything in an answer that is the same for equal requests. */
function seen({ status, headers, body }: Answer) {
  const own = new Set(['date', 'x-request-id']);
  return { status, body, headers: Object.fromEntries([...headers].filter(([name]) => !own.has(name))) };
}
