import { Admin } from './admin.ts';
import { Instance } from './instance.ts';
import { type ClientOptions, settled } from './options.ts';
import { Serp, Videos } from './providers.ts';
import { Search } from './search.ts';
import { Transport } from './transport.ts';

/**
 * A client of one instance, for any number of calls at a time. What may be tried again is, after 429, 503 and failures of
 * the network: all but the POSTs of `admin`, of which only submissions of crawls with an `idempotencyKey` are.
 *
 * @throws TypeError if an option can't be meant so
 */
export class SitegrepClient {
  readonly search: Search;
  readonly serp: Serp;
  readonly video: Videos;
  readonly admin: Admin;
  readonly instance: Instance;

  constructor(options: ClientOptions) {
    const transport = new Transport(settled(options));
    this.search = new Search(transport);
    this.serp = new Serp(transport);
    this.video = new Videos(transport);
    this.admin = new Admin(transport);
    this.instance = new Instance(transport);
  }
}
