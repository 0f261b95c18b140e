import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** `client.instance`: open to all, without a key. */
export class Instance {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves if the process is alive. */
  health(options?: CallOptions): Promise<Operations['getHealth']['data']> {
    return this.#transport.ask('getHealth', {}, options);
  }

  /** Resolves if all that it depends on is there; else an `unavailable`, at last. */
  ready(options?: CallOptions): Promise<Operations['getReadiness']['data']> {
    return this.#transport.ask('getReadiness', {}, options);
  }

  /** The OpenAPI document of the instance. */
  openApi(options?: CallOptions): Promise<Operations['getOpenApi']['data']> {
    return this.#transport.ask('getOpenApi', {}, options);
  }
}
