import type { HttpClient } from '../../http/client.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requireSuccess } from '../../http/status.ts';
import { rootField, type Field } from '../../reading/field.ts';
import type { TaskParameters } from './endpoint.ts';
import { requireDone } from './status-codes.ts';

interface Access {
  readonly http: HttpClient;
  readonly url: string;
  readonly login: string;
  readonly password: string;
}

/**
 * Sets one task and gets what came of it. The status of the answer is 200 whatever happened: what did is told by a code
 * for the request and one for the task.
 *
 * @param path behind `/v3/serp/`
 * @throws ProviderFailure
 */
export async function askTask(
  { http, url, login, password }: Access,
  path: string,
  task: TaskParameters,
  signal: AbortSignal,
): Promise<Field> {
  const answer = await http.json({
    url: endpoint(url, `v3/serp/${path}`),
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    json: [task],
    signal,
  });
  const whole = rootField(requireSuccess(answer).body).present();
  requireDone(answer, whole);
  const first = whole.at('tasks', 0).present();
  requireDone(answer, first);
  return first;
}
