// The API as the console calls it: with the cookie of the session, and the header that makes it count.
import { SitegrepClient } from '@sitegrep/client';

/** Start of the console: also the base of the API. */
export const START = new URL(document.baseURI);

/** Header without which a session does not count. */
export const CONSOLE_HEADER = 'X-Sitegrep-Console';

/** Sends a request with the session. */
function send(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(CONSOLE_HEADER, '1');
  return fetch(url, { ...init, headers, credentials: 'same-origin' });
}

export const client = new SitegrepClient({
  baseUrl: START,
  // The fetch of the client must not follow redirects, and says so itself.
  fetch: (url, init) => send(url, init),
  retries: 1,
  timeout: 60_000,
});

/** Makes a client that sends each request once and shows every response, whose headers some pages need. */
export function clientNoting(note: (response: Response) => void): SitegrepClient {
  return new SitegrepClient({
    baseUrl: START,
    fetch: async (url, init) => {
      const response = await send(url, init);
      note(response);
      return response;
    },
    retries: 0,
    // Longer than any provider may take.
    timeout: 610_000,
  });
}

/** Exchanges a key for a session. */
export function signInWith(key: string): Promise<unknown> {
  const proven = new SitegrepClient({
    baseUrl: START,
    key,
    fetch: (url, init) => send(url, init),
    retries: 0,
  });
  return proven.sessions.open();
}

/** Opens a session without a key: by the code of a sign-in link, or by the sign-on of a proxy. */
export function signInBy(code: string | null): Promise<unknown> {
  const given = new SitegrepClient({
    baseUrl: START,
    fetch: (url, { headers, ...init }) => {
      const all = new Headers(headers);
      if (code !== null) all.set('X-Sign-In-Code', code);
      return send(url, { ...init, headers: all });
    },
    retries: 0,
  });
  return given.sessions.open();
}
