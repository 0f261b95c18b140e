import { expect, test } from 'vitest';
import { describeAutocomplete } from '../../conformance/autocomplete.ts';
import { WEB_SERP } from '../../conformance/requests.ts';
import { describeWebSerp } from '../../conformance/web-serp.ts';
import type { HttpClient } from '../../http/client.ts';
import { braveAutocomplete } from './autocomplete.fixture.ts';
import { openBrave } from './index.ts';
import { braveWebSerp } from './web-serp.fixture.ts';

describeWebSerp(braveWebSerp);
describeAutocomplete(braveAutocomplete);

test('a device is told by the agent that calls; what is escaped in a title is decoded once', async () => {
  const agents: (string | undefined)[] = [];
  const results = [{ url: 'https://tags.example/', title: 'The &lt;b&gt; <strong>tag</strong>' }];
  const http: HttpClient = {
    json: async ({ headers }) => {
      agents.push(headers?.['user-agent']);
      return { status: 200, headers: new Map(), body: { web: { results } }, place: 'brave.example' };
    },
    text: async () => Promise.reject(new Error('asks for JSON only')),
    close: async () => undefined,
  };
  const options = { http, url: 'https://brave.example', key: 'k', suggestKey: null };
  const provider = openBrave(options)['web-serp'];
  const signal = new AbortController().signal;
  const answer = await provider.ask(WEB_SERP, signal);
  await provider.ask({ ...WEB_SERP, device: 'mobile', os: 'ios' }, signal);
  expect(agents).toEqual([expect.stringContaining('Windows NT 10.0'), expect.stringContaining('iPhone')]);
  expect(answer.results.map(({ title }) => title)).toEqual(['The <b> tag']);
});
