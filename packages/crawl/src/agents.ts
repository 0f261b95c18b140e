// The pools of connections of the HTTP client, and one request over them. A connection stays open for a few seconds after a
// request, for further requests to the same host.
import { Agent } from 'undici';
import { answerOf, type Answer } from './answer.ts';
import type { Trust } from './certificates.ts';
import type { Connector } from './connector.ts';
import { unlessAborted } from './deadline.ts';
import type { CrawlerSettings } from './options.ts';
import { poolOptions, targetOf } from './pool-options.ts';
import type { ProxyPool } from './proxy-pool.ts';

export type GetRequest = readonly [
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  trust: Trust,
];

export interface Agents {
  /** Sends a request, once. Rejects with any error. */
  send(...request: GetRequest): Promise<Answer>;
  close(): Promise<unknown>;
}

/** @param proxy takes the requests over http; null sends them to the host */
export function openAgents(
  connector: Connector,
  proxy: ProxyPool | null,
  { hostConcurrency, maxHeaderBytes }: Pick<CrawlerSettings, 'hostConcurrency' | 'maxHeaderBytes'>,
): Agents {
  const { certificates, addresses, protocols } = connector;
  /**
   * Connections by the certificates that they accept, and those of hosts that get HTTP/1.1 only: a connection that was opened
   * for any certificate gets no request for valid ones only, and one that speaks HTTP/2 none after a fault.
   */
  const agents = new Map<string, Agent>();
  function agentFor(url: URL, trust: Trust): Agent {
    const http1 = url.protocol === 'https:' && protocols.only(targetOf(url)) === 'http/1.1';
    const key = `${trust} ${http1}`;
    const known = agents.get(key);
    if (known !== undefined) return known;
    const agent = new Agent({
      ...poolOptions(maxHeaderBytes, (options) =>
        connector.open(targetOf(options), options.protocol === 'https:', trust),
      ),
      // As many connections as concurrent requests: undici would open another one rather than wait for a free one.
      connections: hostConcurrency,
    });
    agents.set(key, agent);
    return agent;
  }

  return {
    async send(url, headers, signal, trust) {
      const path = `${url.pathname}${url.search}`;
      const request = { path, method: 'GET', headers, signal, responseHeaders: 'raw' } as const;
      const sent =
        proxy !== null && url.protocol === 'http:'
          ? proxy.request(url, request)
          : agentFor(url, trust).request({ ...request, origin: url.origin });
      // A host that speaks HTTP/2 may keep undici from noticing the signal.
      const response = await unlessAborted(sent, signal);
      const target = targetOf(url);
      const certificate = url.protocol === 'https:' ? certificates.of(target) : null;
      const answer = answerOf(response, {
        address: addresses.of(target),
        certIssuer: certificate?.issuer ?? null,
        certificate: certificate?.verdict ?? null,
        certificateFacts: certificate?.facts ?? null,
      });
      if (certificate !== null && protocols.speaksHttp2(target)) {
        // The next attempt goes over HTTP/1.1.
        answer.body.once('error', () => signal.aborted || protocols.failed(target));
      }
      return answer;
    },
    close: () => Promise.all([...agents.values()].map((agent) => agent.destroy())),
  };
}
