import { saysVideoIsMissing } from '../../answers/missing-videos.ts';
import { badAnswer, ProviderFailure, type FailureKind } from '../../failure.ts';
import { rootField, type Field } from '../../reading/field.ts';
import type { Ended } from './program.ts';

/** What its complaints mean, the first that fits; none of them is repeated, since they may hold what was asked. */
const COMPLAINTS: readonly (readonly [pattern: RegExp, kind: FailureKind, meaning: string])[] = [
  [
    /not a bot|captcha|rate-limited|try again later|HTTP Error 429/i,
    'rate_limited',
    'is refused by YouTube for now, as a program',
  ],
  [/no such option/i, 'unavailable', 'is too old: it does not know an option that it is given'],
  [
    /Unsupported version of Python|ModuleNotFoundError/i,
    'unavailable',
    'is not whole, or its Python too old',
  ],
  [/timed out|\bresolve\b|Connection|Network is unreachable|SSL/i, 'unavailable', 'can’t reach YouTube'],
  [/HTTP Error \d{3}/i, 'unavailable', 'gets errors from YouTube'],
  [/country/i, 'unavailable', 'runs in a country in which the video is not shown'],
  [/confirm your age|members/i, 'unavailable', 'is not let in to the video'],
  [/Premieres|will begin/i, 'unavailable', 'has no facts of a video that is yet to begin'],
  [/No video formats|Requested format/i, 'unavailable', 'finds no way to play the video'],
];

/**
 * @param asked what its complaints repeat of the request, whose words say nothing of what went wrong
 * @throws ProviderFailure if it failed, or answered something else than JSON
 */
export function answerOf(ended: Ended, asked: string): Field {
  if (ended.code !== 0) throw failureOf({ ...ended, stderr: ended.stderr.replaceAll(asked, '') });
  return rootField(parse(ended.stdout)).present();
}

function failureOf({ code, stderr }: Ended): ProviderFailure {
  const complaint = stderr.split('\n').findLast((line) => /\berror\b/i.test(line)) ?? '';
  if (saysVideoIsMissing(complaint))
    return new ProviderFailure('not_found', 'yt-dlp knows no such video that is for the public');
  const [, kind, meaning] = COMPLAINTS.find(([pattern]) => pattern.test(complaint)) ?? [];
  const how = code === null ? 'a signal' : `code ${code}`;
  return new ProviderFailure(kind ?? 'unavailable', `yt-dlp ${meaning ?? 'failed'} (ended with ${how})`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer('the answer', 'of yt-dlp is not JSON');
  }
}
