// What differs on every visit and means nothing: nonces, tokens, cache busters, times, counters.
import type { Random } from './keyed-random.ts';

const HEX = '0123456789abcdef';
const NONCE_CHARACTERS = 24;

/** Markup with so many values that no other visit has. @param at moment of the visit */
export function noise(random: Random, values: number, at: number): string {
  const time = new Date(at).toISOString();
  const nonce = token(random);
  const parts = [
    `<meta name="made-token" content="${token(random)}">`,
    `<!-- made at ${time} in ${random.below(1_000)} ms -->`,
    `<p class="made-visitors">${Math.floor(at / 60_000) - 26_000_000 + random.below(50)} visitors</p>`,
  ];
  // The comment has two values.
  for (let count = parts.length + 1; count < values; count++) {
    parts.push(
      count % 2 === 0
        ? `<script nonce="${nonce}">made(${count})</script>`
        : `<link rel="stylesheet" href="/made/${count}.css?v=${Math.floor(at / 1_000)}${random.below(1_000)}">`,
    );
  }
  return `${parts.join('\n')}\n`;
}

function token(random: Random): string {
  let text = '';
  for (let at = 0; at < NONCE_CHARACTERS; at++) text += HEX[random.below(HEX.length)] ?? '';
  return text;
}
