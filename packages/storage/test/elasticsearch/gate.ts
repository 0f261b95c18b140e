// Holds up requests to a cluster, so that a test decides between which of them others come.
import type { Client } from '@elastic/elasticsearch';

/** A process that is stopped before it sends a request. */
export interface Stop {
  readonly reached: Promise<void>;
  readonly go: () => void;
  /** Fails the request, as if the process had been killed. */
  readonly die: () => void;
}

/** Holds up requests of a process. */
export class Gate {
  #stops: { readonly step: RegExp; reached: () => void; passed: Promise<void> }[] = [];

  /** Stops the next request that matches, after the stops before it. */
  stop(step: RegExp): Stop {
    const reached = Promise.withResolvers<void>();
    const passed = Promise.withResolvers<void>();
    this.#stops.push({ step, reached: reached.resolve, passed: passed.promise });
    return {
      reached: reached.promise,
      go: passed.resolve,
      die: () => passed.reject(new Error('killed')),
    };
  }

  async pass(path: string): Promise<void> {
    const [next] = this.#stops;
    if (next === undefined || !next.step.test(path)) return;
    this.#stops.shift();
    next.reached();
    await next.passed;
  }
}

export function gated(client: Client, gate: Gate): Client {
  const child = client.child({});
  const send = child.transport.request.bind(child.transport);
  const request = async (...sent: Parameters<typeof send>): Promise<unknown> => {
    await gate.pass(sent[0].path);
    return send(...sent);
  };
  Object.assign(child.transport, { request });
  return child;
}
