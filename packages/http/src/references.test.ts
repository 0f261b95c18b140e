import { expect, test } from 'vitest';
import { readRefresh } from './references.ts';

// Worked out by the "shared declarative refresh steps" of the HTML standard.
test.each([
  ['0; url=/home', '/home'],
  ['0;URL=/home', '/home'],
  ['0 ; uRl = /home', '/home'],
  ['0, url=/home', '/home'],
  ['0 url=/home', '/home'],
  ['0;/home', '/home'],
  ['0 /home', '/home'],
  ['\n\t3;\n\turl=/home', '/home'],
  ['5.9; url=/home', '/home'],
  ['.5; url=/home', '/home'],
  ['10; url=/home', '/home'],
  [`0; url='/home'`, '/home'],
  ['0; url="/home"; x', '/home'],
  [`0; url="/ho'me`, `/ho'me`],
  [`0; '/home' x`, '/home'],
  ['0; ur=/home', 'ur=/home'],
  ['0; url /home', 'url /home'],
  ['0; url=', ''],
  ['11; url=/home', undefined],
  ['300', undefined],
  ['0', null],
  ['0;', null],
  ['0; ', null],
  ['', undefined],
  ['url=/home', undefined],
  ['-1; url=/home', undefined],
  ['+1; url=/home', undefined],
  ['1x; url=/home', undefined],
  ['1x', undefined],
  ['10', null],
  ['010.9 ;', null],
  ['11;', undefined],
  [';url=/home', undefined],
  ['.', null],
  ['00000010;url=/home', '/home'],
  ['99999999999999999999; url=/home', undefined],
])('the refresh %j leads to %j', (value, reference) => {
  expect(readRefresh(value)).toEqual(reference === undefined ? null : { reference });
});
