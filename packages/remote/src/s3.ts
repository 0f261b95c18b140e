// Files in stores that speak S3: their addresses, and requests that are signed with the usual variables of AWS.
import { AwsV4Signer } from 'aws4fetch';

/** Gives the fields with the credentials for a request of a URL. */
export type Authorize = (url: URL, now: number) => Promise<Readonly<Record<string, string>>>;

export interface S3Settings {
  /** Null: requests are anonymous. */
  readonly key: { readonly id: string; readonly secret: string; readonly session: string | null } | null;
  readonly region: string;
  /** URL of a store other than that of AWS; null: that of AWS. */
  readonly endpoint: string | null;
}

/** Variables that programs for AWS share. */
type AwsEnvironment = Readonly<Record<string, string | undefined>>;

/** Region that the store of AWS has if none is named; also that of Common Crawl. */
const DEFAULT_REGION = 'us-east-1';

/** Reads the variables of AWS. @throws RangeError if they contradict each other, or one is invalid */
export function s3Settings(environment: AwsEnvironment): S3Settings {
  const value = (name: string): string | null => environment[name]?.trim() || null;
  const [id, secret] = [value('AWS_ACCESS_KEY_ID'), value('AWS_SECRET_ACCESS_KEY')];
  if ((id === null) !== (secret === null)) {
    throw new RangeError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both or none');
  }
  const region = value('AWS_REGION') ?? value('AWS_DEFAULT_REGION') ?? DEFAULT_REGION;
  if (!/^[a-z\d-]{1,40}$/.test(region)) {
    throw new RangeError(`AWS_REGION is '${region.slice(0, 100)}'; give a region such as ${DEFAULT_REGION}`);
  }
  return {
    key: id === null || secret === null ? null : { id, secret, session: value('AWS_SESSION_TOKEN') },
    region,
    endpoint: endpointOf(value('AWS_ENDPOINT_URL_S3') ?? value('AWS_ENDPOINT_URL')),
  };
}

function endpointOf(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isPlain =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new RangeError(
      'AWS_ENDPOINT_URL is not the URL of a store; give one of http:// or https:// without user, password and query',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** The web address of `s3://bucket/key`. Buckets with dots in their names have no certificate of their own. @throws RangeError */
export function s3Url(url: URL, { region, endpoint }: S3Settings): URL {
  const bucket = url.host;
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) {
    throw new RangeError(
      `'${bucket}' is not the name of a bucket; give a URL such as s3://bucket/pages.warc.gz`,
    );
  }
  // In the path of a signed request, a plus sign stands for a blank.
  const path = url.pathname.replaceAll('+', '%2B');
  if (endpoint === null && !bucket.includes('.'))
    return new URL(`https://${bucket}.s3.${region}.amazonaws.com${path}`);
  return new URL(`${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}${path}`);
}

/** Signs requests of a store (Signature Version 4); null if they are anonymous. */
export function s3Authorize({ key, region }: S3Settings): Authorize | null {
  if (key === null) return null;
  return async (url, now) => {
    const signer = new AwsV4Signer({
      url: url.href,
      accessKeyId: key.id,
      secretAccessKey: key.secret,
      ...(key.session === null ? {} : { sessionToken: key.session }),
      service: 's3',
      region,
      datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const { headers } = await signer.sign();
    return Object.fromEntries([...headers].filter(([name]) => name !== 'host'));
  };
}
