import { badAnswer } from '../../failure.ts';
import type { HttpClient } from '../../http/client.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requireSuccess } from '../../http/status.ts';
import type { Clock } from '../../ports.ts';
import { rootField, type Field } from '../../reading/field.ts';
import { refusalOf } from './refusals.ts';

export interface YoutubeDataApiOptions {
  readonly http: HttpClient;
  /** https://www.googleapis.com/youtube/v3 but for tests. */
  readonly url: string;
  readonly key: string;
  readonly now: Clock;
}

/** The lists of the API that are asked for, and what each says that it is. */
const KINDS = {
  search: 'youtube#searchListResponse',
  videos: 'youtube#videoListResponse',
  channels: 'youtube#channelListResponse',
  videoCategories: 'youtube#videoCategoryListResponse',
} as const;

export interface Api {
  /** @throws ProviderFailure */
  list(
    resource: keyof typeof KINDS,
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<Field>;
}

/** Items that it lists at once, and ids that it takes. */
export const PAGE_SIZE = 50;

export function openApi({ http, url, key, now }: YoutubeDataApiOptions): Api {
  return {
    async list(resource, query, signal) {
      const answer = await http.json({
        url: endpoint(url, resource),
        query,
        // Not as `key=`: addresses end up in logs of proxies.
        headers: { 'x-goog-api-key': key },
        signal,
      });
      if (answer.status >= 400) throw refusalOf(answer, now());
      const list = rootField(requireSuccess(answer).body).present();
      // A list without items has none of its own, and neither has an object of somebody else.
      if (list.at('kind').string() !== KINDS[resource]) throw badAnswer('kind', `is not ${KINDS[resource]}`);
      return list;
    },
  };
}
