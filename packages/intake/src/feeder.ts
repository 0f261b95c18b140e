import type { QueueName, Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { QueueFeeder } from './queue-feeder.ts';

/** Maximum crawls that are fed concurrently to a queue, the first by priority and age. */
const MAX_CRAWLS = 1_000;

export interface FeederParts {
  readonly crawls: Pick<CrawlRecords, 'open' | 'unfinished'>;
  readonly queues: Pick<Queues, 'add' | 'counts' | 'waitingByPriority'>;
  /** Maximum queued jobs of a priority and of all higher ones, in each queue, ≥ 1. */
  readonly window: number;
  /** Milliseconds since a fixed moment. */
  readonly now?: () => number;
}

/** Fills the queues of sites from the records: crawls whose pages are rendered have a queue of their own. */
export class Feeder {
  readonly #crawls: FeederParts['crawls'];
  readonly #site: QueueFeeder;
  readonly #rendered: QueueFeeder;

  constructor({ now = () => performance.now(), ...parts }: FeederParts) {
    const feederOf = (name: QueueName): QueueFeeder => new QueueFeeder({ ...parts, name, now });
    this.#crawls = parts.crawls;
    this.#site = feederOf('site');
    this.#rendered = feederOf('rendered');
  }

  /** Reads every crawl from its beginning next time, after the queues have lost their content. */
  restart(): void {
    this.#site.restart();
    this.#rendered.restart();
  }

  /**
   * Fills the window of each queue if it is less than half full.
   *
   * @returns whether there are unfinished crawls
   */
  async feed(signal: AbortSignal): Promise<boolean> {
    const open = await this.#crawls.open(false, MAX_CRAWLS);
    await this.#site.feed(open, signal);
    const rendering = await this.#crawls.open(true, MAX_CRAWLS);
    await this.#rendered.feed(rendering, signal);
    return open.length + rendering.length > 0;
  }
}
