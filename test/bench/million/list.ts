/** Lines between two that name no site. */
const JUNK_EVERY = 200;

/** Lines that name no site, each with the reason why it is rejected; null if it is skipped without being counted. */
const JUNK: readonly (readonly [line: string, reason: string | null])[] = [
  ['this names no site', 'not a domain or http(s) URL'],
  ['12345', 'a number, not a domain'],
  ['https://user:secret@with-password.test/', 'a URL with a password'],
  ['', null],
  [`${'x'.repeat(3_000)}.test`, 'longer than 2048 characters'],
  ['# a comment', null],
  ['ftp://files.test/', 'not a domain or http(s) URL'],
];

/** A list of so many sites whose names lead nowhere, with junk lines between them, as it is uploaded. */
export interface MadeList {
  readonly sites: number;
  readonly bytes: number;
  readonly rejected: { readonly count: number; readonly reasons: Readonly<Record<string, number>> };
  readonly chunks: () => Iterable<Uint8Array>;
}

const LINES_AT_A_TIME = 2_000;

export function madeList(sites: number): MadeList {
  const reasons: Record<string, number> = {};
  let [count, bytes] = [0, 0];
  for (const text of chunksOf(sites, (reason) => {
    if (reason === null) return;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    count += 1;
  })) {
    bytes += Buffer.byteLength(text);
  }
  return {
    sites,
    bytes,
    rejected: { count, reasons },
    chunks: function* () {
      for (const text of chunksOf(sites, () => {})) yield Buffer.from(text);
    },
  };
}

function* chunksOf(sites: number, onJunk: (reason: string | null) => void): Generator<string> {
  let lines: string[] = [];
  for (let site = 0; site < sites; site++) {
    lines.push(`x${site.toString(36).padStart(5, '0')}-a.test`);
    if (site % JUNK_EVERY === 0) {
      const [line, reason] = JUNK[(site / JUNK_EVERY) % JUNK.length] ?? ['', null];
      lines.push(line);
      onJunk(reason);
    }
    if (lines.length < LINES_AT_A_TIME) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  yield `${lines.join('\n')}\n`;
}
