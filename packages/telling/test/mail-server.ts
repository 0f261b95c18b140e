import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** The mail as it was sent, its line ends as LF. */
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly Mail[];
  /** Refuses further mails with this status; null: takes them. */
  refuse(status: number | null): void;
  close(): Promise<void>;
}

/** Opens a server for mail on loopback, which wants a user and a password. */
export async function openMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  let refused: number | null = null;
  const take = async (stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope): Promise<void> => {
    const raw = await text(stream);
    if (refused !== null) throw Object.assign(new Error('no mail today'), { responseCode: refused });
    const from = mailFrom === false ? '' : mailFrom.address;
    mails.push({ from, to: rcptTo.map(({ address }) => address), raw: raw.replaceAll('\r\n', '\n') });
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === 'me@x' && password === 'p/w';
      done(isRight ? null : new Error('a wrong password'), { user: username });
    },
    onData: (stream, { envelope }, done) => callbackify(take)(stream, envelope, (error) => done(error)),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://me%40x:p%2Fw@127.0.0.1:${port}`,
    mails,
    refuse: (status) => {
      refused = status;
    },
    close() {
      const closed = Promise.withResolvers<void>();
      server.close(closed.resolve);
      return closed.promise;
    },
  };
}

/** The parts of a mail with two forms, decoded. */
export function partsOf({ raw }: Mail): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const [head = ''] = raw.split('\n\n', 1);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (boundary === undefined) throw new Error(`a mail of one part: ${raw}`);
  const [, plain = '', html = ''] = raw.split(`--${boundary}`);
  return {
    subject: wordsIn(/^Subject: (.*(?:\n[ \t].*)*)/m.exec(head)?.[1] ?? ''),
    text: decoded(plain),
    html: decoded(html),
  };
}

function decoded(part: string): string {
  const at = part.indexOf('\n\n');
  const [head, body] = [part.slice(0, at), part.slice(at + 2)];
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body;
  return quotedPrintable(body.replaceAll('=\n', ''));
}

function quotedPrintable(text: string): string {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
    'latin1',
  ).toString('utf8');
}

/** A header whose words may be encoded (RFC 2047). */
function wordsIn(header: string): string {
  return header
    .replaceAll(/\n[ \t]/g, ' ')
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?(Q|B)\?(.*?)\?=/gi, (_, form: string, word: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}
