import { CHECKS } from './answer-checks.ts';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderFailure } from '../../src/failure.ts';
import { type HttpClient, openHttpClient } from '../../src/http/client.ts';
import type { Operation } from '../../src/operations.ts';
import type { AnswerOf, ProviderOf, RequestOf } from '../../src/ports.ts';
import { HTTP_FAULT_LIST, MAX_BYTES } from './http-faults.ts';
import {
  shapeDifference,
  type Spoilt,
  withLess,
  withMore,
  withNull,
  withOtherTypes,
} from './spoilt-answers.ts';
import { type AnswerCase, NOW, type Subject } from './subject.ts';
import {
  type FakeUpstream,
  openFakeUpstream,
  type ReceivedRequest,
  type Replies,
  type Reply,
} from './upstream.ts';

/** Milliseconds that an upstream gets which never answers in full. */
const PATIENCE_MS = 150;

/** Tests of everything that an adapter must do, over a fake upstream on loopback. */
export function describeProvider<Name extends Operation>(subject: Subject<Name>): void {
  const check: (answer: AnswerOf<Name>, request: RequestOf<Name>) => void = CHECKS[subject.operation];
  describe(`${subject.operation}: ${subject.provider}`, () => {
    let upstream: FakeUpstream;
    let http: HttpClient;
    let provider: ProviderOf<Name>;
    beforeAll(async () => {
      upstream = await openFakeUpstream();
      http = openHttpClient({
        userAgent: 'conformance',
        maxBytes: MAX_BYTES,
        connectTimeoutMs: 5_000,
        connections: 4,
      });
      provider = subject.open({ origin: upstream.origin, http, now: () => NOW });
    });
    afterAll(async () => {
      await http.close();
      await upstream.close();
    });

    const never = new AbortController().signal;
    const call = async (request: RequestOf<Name>, signal = never): Promise<AnswerOf<Name>> => {
      const answer = await provider.call(request, signal);
      check(answer, request);
      return answer;
    };

    async function failureOf(request: RequestOf<Name>, signal = never): Promise<ProviderFailure> {
      const outcome = await call(request, signal).then(
        (answer) => answer,
        (error: unknown) => error,
      );
      if (!(outcome instanceof ProviderFailure))
        throw new Error('It did not end in a ProviderFailure.', { cause: outcome });
      const stated = `${outcome.message} ${outcome.stack} ${String(outcome.cause)}`;
      // Queries of clients are private.
      const secrets = [subject.secret, 'keyword' in request ? request.keyword : undefined];
      expect(secrets.filter((secret) => secret !== undefined && stated.includes(secret))).toEqual([]);
      return outcome;
    }

    it('calls itself as it is called', () => {
      expect(provider.name).toBe(subject.provider);
    });

    const answers: readonly (readonly [what: string, one: AnswerCase<Name>])[] = [
      ['the good answer', subject.good],
      ...(subject.empty === null ? [] : [['an empty answer', subject.empty] as const]),
      ...Object.entries(subject.others ?? {}),
    ];
    it.each(answers)('understands %s', async (_what, { request, reply, expected, requests }) => {
      expect(provider.unsupported(request)).toBeNull();
      upstream.answer(reply);
      expect(await call(request)).toEqual(expected);
      expect(upstream.requests).toMatchObject(requests ?? upstream.requests);
    });

    it('minds no members that it does not know', async () => {
      upstream.answer(changing(subject.good.reply, withMore));
      expect(await call(subject.good.request)).toEqual(subject.good.expected);
    });

    /** Outcomes of each answer that is spoilt in one field: an answer, or an error. */
    async function outcomesOf(
      spoil: (reply: Reply) => readonly Spoilt[],
    ): Promise<readonly { readonly path: string; readonly outcome: unknown }[]> {
      const outcomes: { path: string; outcome: unknown }[] = [];
      for (const { path, replies } of spoiltReplies(await seenReplies(), spoil)) {
        upstream.answer(replies);
        const outcome = await call(subject.good.request).catch((error: unknown) => error);
        outcomes.push({ path, outcome });
      }
      return outcomes;
    }

    /** The replies to the requests of the good answer. */
    async function seenReplies(): Promise<ReadonlyMap<string, Reply>> {
      const { reply, request } = subject.good;
      const seen = new Map<string, Reply>();
      upstream.answer((received) => {
        const one = typeof reply === 'function' ? reply(received) : reply;
        seen.set(keyOf(received), one);
        return one;
      });
      await call(request);
      return seen;
    }

    it.each([
      ['missing', withLess],
      ['null', withNull],
    ] as const)(
      'answers without what is %s, or says that it is',
      async (_what, spoil) => {
        const outcomes = await outcomesOf(spoil);
        const wrong = outcomes.filter(
          ({ outcome }) =>
            !(outcome instanceof ProviderFailure) &&
            (outcome instanceof Error || shapeDifference(outcome, subject.good.expected) !== null),
        );
        expect(wrong).toEqual([]);
      },
      60_000,
    );

    it('takes no value of another type for one', async () => {
      const outcomes = await outcomesOf(withOtherTypes);
      const wrong = outcomes.filter(({ outcome }) =>
        outcome instanceof ProviderFailure
          ? outcome.kind !== 'bad_answer'
          : !isDeepStrictEqual(outcome, subject.good.expected),
      );
      expect(wrong).toEqual([]);
    }, 60_000);

    it.each(subject.failures.map((one) => [one.what, one] as const))(
      'fails as it should: %s',
      async (_what, { reply, request = subject.good.request, kind, retryAfterMs = null, field }) => {
        upstream.answer(reply);
        const failure = await failureOf(request);
        expect(failure).toMatchObject({ kind, retryAfterMs, ...(field === undefined ? {} : { field }) });
      },
    );

    it.each(subject.unsupported.map((one) => [one.field, one] as const))(
      'says beforehand that it can’t do a request because of %s',
      (field, { request }) => {
        expect(provider.unsupported(request)).toBe(field);
      },
    );

    const faults = HTTP_FAULT_LIST.filter(({ name }) => !(subject.withoutFaults ?? []).includes(name));
    it.each(faults)('survives $name', async ({ name, fault, kind, retryAfterMs, isPassing }) => {
      upstream.fail(fault);
      const signal =
        kind === 'timeout' && !name.startsWith('status') ? AbortSignal.timeout(PATIENCE_MS) : never;
      const failure = await failureOf(subject.good.request, signal);
      const own = subject.faults?.[name];
      expect(failure).toMatchObject({
        kind: own ?? kind,
        retryAfterMs: retryAfterMs ?? null,
        isPassing: own === undefined ? (isPassing ?? false) : failure.isPassing,
      });
    });

    it('stops when its caller gives up', async () => {
      const leave = new AbortController();
      upstream.fail(() => leave.abort());
      expect((await failureOf(subject.good.request, leave.signal)).kind).toBe('cancelled');
    });

    it('calls nothing if its caller has given up already', async () => {
      upstream.answer(subject.good.reply);
      expect((await failureOf(subject.good.request, AbortSignal.abort())).kind).toBe('cancelled');
      expect(upstream.requests).toEqual([]);
    });

    it('is reached again after all of it', async () => {
      upstream.answer(subject.good.reply);
      expect(await call(subject.good.request)).toEqual(subject.good.expected);
    });
  });
}

/** Replies of which all are changed. */
function changing(replies: Replies, change: (reply: Reply) => Reply): Replies {
  return typeof replies === 'function' ? (request) => change(replies(request)) : change(replies);
}

/** Replies of which one is spoilt at a time. */
function spoiltReplies(
  good: ReadonlyMap<string, Reply>,
  spoil: (reply: Reply) => readonly Spoilt[],
): readonly { readonly path: string; readonly replies: Replies }[] {
  return Array.from(good, ([key, reply]) =>
    spoil(reply).map(({ path, reply: spoilt }) => ({
      path: `${key}: ${path}`,
      replies: (request: ReceivedRequest): Reply =>
        keyOf(request) === key ? spoilt : (good.get(keyOf(request)) ?? { status: 404 }),
    })),
  ).flat();
}

function keyOf({ method, path, query, json }: ReceivedRequest): string {
  return `${method} ${path} ${JSON.stringify([query, json])}`;
}
