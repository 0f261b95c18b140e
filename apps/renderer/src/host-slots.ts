/** Maximum connections of a page to one host, as in browsers. Further requests wait. */
const MAX_PER_HOST = 6;

interface Host {
  underWay: number;
  readonly queue: (() => void)[];
}

/** Slots for connections to the same host: as many at once as in browsers; the others wait in their order. */
export class HostSlots {
  readonly #hosts = new Map<string, Host>();

  /** Resolves when one more connection has a slot. */
  async take(name: string): Promise<void> {
    const host = this.#hosts.get(name) ?? { underWay: 0, queue: [] };
    this.#hosts.set(name, host);
    if (host.underWay < MAX_PER_HOST) {
      host.underWay++;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    host.queue.push(resolve);
    await promise;
  }

  /** Gives the slot to the next connection. */
  leave(name: string): void {
    const host = this.#hosts.get(name);
    const next = host?.queue.shift();
    if (next !== undefined) next();
    else if (host !== undefined) host.underWay--;
  }

  /** Gives a slot to all that wait. */
  releaseAll(): void {
    for (const { queue } of this.#hosts.values()) for (const go of queue.splice(0)) go();
  }
}
