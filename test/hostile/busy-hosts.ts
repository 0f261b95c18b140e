// Hosts that say that they are busy, and for how long.
import { HTML, type Stage } from './stage.ts';
import type { TrapRules } from './traps.ts';

const AWAY = { 'retry-after': '3600' };

export function addBusyHosts(stage: Stage): Readonly<Record<string, TrapRules>> {
  const ended = (reason: RegExp) => ({ outcome: 'http_error', reason }) as const;

  stage.web(
    'stay-away.test',
    ended(/^answered 503 Service Unavailable and asks to stay away for 3600 s$/),
    (_request, response) => void response.writeHead(503, AWAY).end(),
  );
  stage.web(
    'robots-away.test',
    ended(/^robots\.txt answered 429 Too Many Requests and asks to stay away for 3600 s$/),
    (_request, response) => void response.writeHead(429, AWAY).end(),
    { answersRobots: true },
  );
  stage.web(
    'away-later.test',
    { outcome: 'indexed', reason: /^answered 429 Too Many Requests and asks to stay away for 3600 s$/ },
    (request, response) => {
      if (request.url === '/') response.writeHead(200, HTML).end('<a href=/a>a</a><a href=/b>b</a>');
      else response.writeHead(429, AWAY).end();
    },
  );
  stage.web(
    'busy.test',
    ended(/^answered 429 Too Many Requests, 6 times$/),
    (_request, response) => void response.writeHead(429).end(),
  );
  return {
    'stay-away.test': { fetched: ['/robots.txt', '/'], maxRequests: 2 },
    'robots-away.test': { fetched: ['/robots.txt'], maxRequests: 1 },
    'away-later.test': { fetched: ['/robots.txt', '/'], maxRequests: 3 },
    'busy.test': { fetched: ['/robots.txt', '/'], maxRequests: 7 },
  };
}
