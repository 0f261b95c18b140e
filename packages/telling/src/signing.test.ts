import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newSecret, readSecret, signatureHeaders } from './signing.ts';

const BODY = '{"type":"search.appeared","data":{"title":"ä\\u2028"}}';

it('the verifier of Standard Webhooks accepts a delivery with each of two secrets, and no other', () => {
  const [newer, older, other] = [newSecret(), newSecret(), newSecret()];
  const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body: BODY }, [newer, older]);
  for (const secret of [newer, older]) {
    expect(new Webhook(secret).verify(BODY, { ...headers })).toEqual(JSON.parse(BODY));
  }
  expect(() => new Webhook(other).verify(BODY, { ...headers })).toThrow('No matching signature');
  expect(() => new Webhook(newer).verify(`${BODY} `, { ...headers })).toThrow('No matching signature');
});

it('a signature is the HMAC of id, seconds and body', () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const headers = signatureHeaders({ id: 'msg_2', at: 1_772_366_400_999, body: BODY }, [
    `whsec_${key.toString('base64')}`,
  ]);
  const hmac = createHmac('sha256', key).update(`msg_2.1772366400.${BODY}`).digest('base64');
  expect(headers).toEqual({
    'webhook-id': 'msg_2',
    'webhook-timestamp': '1772366400',
    'webhook-signature': `v1,${hmac}`,
  });
});

it('a secret has 24 to 64 bytes', () => {
  const ofBytes = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  expect([24, 64].map((bytes) => readSecret(ofBytes(bytes))?.length)).toEqual([24, 64]);
  const bad = [ofBytes(23), ofBytes(65), ofBytes(32).slice(6), 'whsec_', 'whsec_???', `${ofBytes(32)} `];
  expect(bad.map(readSecret)).toEqual(bad.map(() => null));
  expect(() => signatureHeaders({ id: 'a', at: 0, body: '' }, ['whsec_'])).toThrow('whsec_…');
});
