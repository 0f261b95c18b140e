import type { HttpClient } from '../../http/client.ts';

export interface Instance {
  readonly http: HttpClient;
  /** Without a slash at its end. */
  readonly url: string;
}
