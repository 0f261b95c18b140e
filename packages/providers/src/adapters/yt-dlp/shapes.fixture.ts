import type { HttpFaultName } from '../../conformance/http-faults.ts';
import { VIDEO_INFO } from '../../conformance/requests.ts';
import type { Bench, Subject } from '../../conformance/subject.ts';
import type { Reply } from '../../conformance/upstream.ts';
import { offer, type YtDlpOffer } from './offer.ts';

/** A program that fetches what it prints; of what it is told to do it only looks at what is to be read. */
export const open = ({ origin, http }: Bench): YtDlpOffer =>
  offer(async (args, target, signal) => {
    const { status, body } = await http.text({ url: `${origin}/`, query: { target }, signal }, [
      'application/json',
    ]);
    return status >= 400
      ? { code: 1, stdout: 'null\n', stderr: body }
      : { code: args.includes('--dump-single-json') ? 0 : 2, stdout: body, stderr: '' };
  });

const { videoId } = VIDEO_INFO;
export const CHANNEL = 'UCotterwatchotterwatch11';

/** What it complains of, as the fake upstream says it. */
export const complaint = (text: string): Reply => ({
  status: 500,
  type: 'text/plain',
  text: `WARNING: [youtube] Something is odd\nERROR: [youtube] ${videoId}: ${text}\n`,
});

/** Between it and the program there is no HTTP. */
export const withoutFaults: readonly HttpFaultName[] = [
  'status 401',
  'status 402',
  'status 403',
  'status 429',
  'status 429 with Retry-After',
  'status 500',
  'status 502',
  'status 503',
  'status 503 with Retry-After',
  'status 504',
];

/** Failures of both operations. */
export const FAILURES: Subject<'video-info'>['failures'] & Subject<'video-serp'>['failures'] = [
  {
    what: 'taken for a robot',
    reply: complaint('Sign in to confirm you’re not a bot. Use --cookies'),
    kind: 'rate_limited',
  },
  {
    what: 'asked too often',
    reply: complaint("Video unavailable. This content isn't available, try again later."),
    kind: 'rate_limited',
  },
  { what: 'no network', reply: complaint('Unable to download API page: timed out'), kind: 'unavailable' },
  {
    what: 'an option that it does not know',
    reply: { status: 500, type: 'text/plain', text: 'yt-dlp: error: no such option: --flat-playlist\n' },
    kind: 'unavailable',
  },
  { what: 'nothing said', reply: { status: 500, type: 'text/plain', text: '' }, kind: 'unavailable' },
];
