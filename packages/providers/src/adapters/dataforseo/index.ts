// DataForSEO: Google and YouTube as they are seen from everywhere, for money. endpoint.ts says what the files of the
// four operations hold, task.ts asks, status-codes.ts knows what its codes mean.
import type { HttpClient } from '../../http/client.ts';
import type { Clock, Offer, Provider } from '../../ports.ts';
import { autocomplete } from './autocomplete.ts';
import type { Endpoint } from './endpoint.ts';
import { askTask } from './task.ts';
import { videoInfo } from './video-info.ts';
import { videoSerp } from './video-serp.ts';
import { webSerp } from './web-serp.ts';

export interface DataForSeoOptions {
  readonly http: HttpClient;
  /** Where it is asked, without `/v3`; https://api.dataforseo.com but for tests and its sandbox. */
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly now: Clock;
}

export function openDataForSeo(options: DataForSeoOptions): Required<Offer> {
  const open = <Request, Answer>(endpoint: Endpoint<Request, Answer>): Provider<Request, Answer> => ({
    name: 'dataforseo',
    unsupported: (request) => endpoint.unsupported(request),
    async ask(request, signal) {
      const task = await askTask(options, endpoint.path, endpoint.task(request), signal);
      return endpoint.read(task, request, options.now());
    },
  });
  return {
    'web-serp': open(webSerp),
    'web-autocomplete': open(autocomplete),
    'video-info': open(videoInfo),
    'video-serp': open(videoSerp),
  };
}
