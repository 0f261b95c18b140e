import type { Bench } from '../../conformance/subject.ts';
import type { Replies } from '../../conformance/upstream.ts';
import { openInvidious } from './index.ts';

export const SECRET = 'otter-gate-password';

export const open = ({ origin, http, now }: Bench): ReturnType<typeof openInvidious> =>
  openInvidious({ http, url: `${origin.replace('//', `//keeper:${SECRET}@`)}/tube/`, now });

export const CHANNEL = 'UCotterwatchotterwatch11';

/** An error that Invidious itself reports. */
export const error = (status: number, text: string): Replies => ({ status, json: { error: text } });
