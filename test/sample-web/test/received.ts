import type { Answer } from '../src/answer.ts';
import type { SampleSite } from '../src/site.ts';

/** A response as a client with a cap of 4 MiB receives it: headers and body. */
export interface Received {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** The text that the body encodes, truncated like the body. */
  readonly source: string;
}

const CAP = 4 * 1024 * 1024;

/** The page that a URL finally leads to; throws if there is none. */
export function received(site: SampleSite, url: string): Received {
  const answer = site.answers[url] ?? site.answers[new URL(url).pathname];
  if (answer === undefined) throw new Error(`${site.domain} does not answer ${url}`);
  return settled(answer, url);
}

function settled(answer: Answer, url: string): Received {
  switch (answer.kind) {
    case 'reply':
      if (answer.source === null || answer.status !== 200) throw new Error(`${url} is not a page`);
      return {
        headers: fieldsOf(answer.headers),
        body: answer.body,
        truncated: false,
        source: answer.source,
      };
    case 'delayed':
      return settled(answer.answer, url);
    case 'turns':
      return settled(answer.lasting, url);
    case 'stream': {
      const text = answer.head + answer.chunk.repeat(answer.times) + answer.tail;
      const source = text.slice(0, CAP);
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      return { headers, body: Buffer.from(source), truncated: source.length < text.length, source };
    }
    case 'cut':
      return {
        headers: fieldsOf(answer.headers),
        body: answer.body,
        truncated: true,
        source: Buffer.from(answer.body).toString(),
      };
    case 'reset':
    case 'silence':
      throw new Error(`${url} never answers`);
  }
}

function fieldsOf(headers: Readonly<Record<string, string | readonly string[]>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
}
