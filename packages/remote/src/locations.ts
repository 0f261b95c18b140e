// Where a file is, by its path: a URL, what it is requested with, and what of it may be shown.
import { type Authorize, type S3Settings, s3Authorize, s3Url } from './s3.ts';
import { isRemote, shownUrl } from './urls.ts';

export interface Location {
  /** Address of http or https, without user and password. */
  readonly url: URL;
  /** Header fields with the credentials for a request; null: there are none. Other hosts never get them. */
  readonly authorize: Authorize | null;
}

/**
 * Finds the location of a URL of http, https or s3.
 *
 * @throws RangeError if it is none
 */
export function locationOf(text: string, s3: S3Settings): Location {
  const url = URL.parse(text);
  if (url === null || !isRemote(text) || url.host === '')
    throw new RangeError(
      `'${shownUrl(text)}' is not the URL of a file; give one such as https://example.org/pages.warc.gz`,
    );
  if (url.protocol === 's3:') return { url: s3Url(url, s3), authorize: s3Authorize(s3) };
  const authorize = basicOf(url);
  [url.username, url.password, url.hash] = ['', '', ''];
  return { url, authorize };
}

/** URL of a path below a base. A path comes from others, so it can't lead out of the base. @throws RangeError */
export function below(base: string, path: string): string {
  const segments = path.replace(/^\//, '').split('/');
  if (segments.some((segment) => /^\.{0,2}$/.test(segment)))
    throw new RangeError(`'${path.slice(0, 200)}' is not the path of a file`);
  return `${base.replace(/\/+$/, '')}/${segments.map(encodeURIComponent).join('/')}`;
}

/** Credentials of HTTP (RFC 7617) that a URL has; null: none. */
function basicOf({ username, password }: URL): Authorize | null {
  if (username === '' && password === '') return null;
  const pair = `${decoded(username)}:${decoded(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return () => Promise.resolve({ authorization });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
