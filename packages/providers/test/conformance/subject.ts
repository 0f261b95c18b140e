import type { OperationsOf, ProviderName } from '../../src/catalog.ts';
import type { FailureKind } from '../../src/failure.ts';
import type { HttpClient } from '../../src/http/client.ts';
import type { Operation } from '../../src/operations.ts';
import type { AnswerOf, Clock, ProviderOf, RequestOf } from '../../src/ports.ts';
import type { HttpFaultName } from './http-faults.ts';
import type { ReceivedRequest, Replies } from './upstream.ts';

/** Something that the upstream answers, and what the adapter must make of it. */
export interface AnswerCase<Name extends Operation> {
  readonly request: RequestOf<Name>;
  readonly reply: Replies;
  readonly expected: AnswerOf<Name>;
  /** Parts of each request that the upstream must have got, in order. */
  readonly requests?: readonly Partial<ReceivedRequest>[];
}

/** Something that the upstream answers, and what must become of it. */
interface FailureCase<Name extends Operation> {
  /** Goes on from "fails as it should:". */
  readonly what: string;
  /** That of the good answer if left out. */
  readonly request?: RequestOf<Name>;
  readonly reply: Replies;
  readonly kind: FailureKind;
  /** Milliseconds; null if left out. */
  readonly retryAfterMs?: number | null;
  /** Path in the answer, or the request's field. */
  readonly field?: string;
}

/** Parts that an adapter is opened with in a test. */
export interface Bench {
  /** Origin of the fake upstream. */
  readonly origin: string;
  readonly http: HttpClient;
  /** Always the same: 2026-11-22 12:00 UTC. */
  readonly now: Clock;
}

/**
 * An adapter under test: only what is its own. The answers are self-written in the upstream's shape: invented titles,
 * ids and hosts, never a vendor's texts.
 */
export interface Subject<Name extends Operation> {
  readonly operation: Name;
  /** The provider's name. */
  readonly provider: string;
  readonly open: (bench: Bench) => ProviderOf<Name>;
  /** An answer with every field that the upstream can give. */
  readonly good: AnswerCase<Name>;
  /** An honest answer with nothing in it. Null for video info, which has `not_found` among its failures instead. */
  readonly empty: AnswerCase<Name> | null;
  /** Further answers, by their descriptions. */
  readonly others?: Readonly<Record<string, AnswerCase<Name>>>;
  /** Each error that the upstream documents. */
  readonly failures: readonly FailureCase<Name>[];
  /** Requests that it can't do, by the field because of which. */
  readonly unsupported: readonly { readonly field: string; readonly request: RequestOf<Name> }[];
  /** The credential that `open` gave it: it must not be in any error. */
  readonly secret?: string;
  /** Faults of HTTP that mean something else at this upstream than usual. */
  readonly faults?: Readonly<Partial<Record<HttpFaultName, FailureKind>>>;
  /** Faults that can't occur, where the provider is not called over HTTP. */
  readonly withoutFaults?: readonly HttpFaultName[];
}

/** Time at which all tests of adapters take place, in milliseconds since the epoch. */
export const NOW = Date.UTC(2026, 10, 22, 12);

/** A provider with all that its tests need. */
export interface ProviderUnderTest<Name extends ProviderName> {
  /** Settings of an operator, with the upstream at an origin, and the credential that it wants. */
  readonly environment: (origin: string, secret: string) => Readonly<Record<string, string>>;
  readonly subjects: { readonly [Served in OperationsOf<Name>]: Subject<Served> };
}

/** Address with a user and password in it. */
export function withUser(origin: string, password: string): string {
  return origin.replace('://', `://otter:${password}@`);
}
