import { expect, test } from 'vitest';
import { foldedPlainValue } from './formatted-text.ts';

test.each([
  ['<p>One <b>bo</b>ld</p><p class="x">two</p>', 'One bold two'],
  ['&lt;p&gt;Text that was cut', 'Text that was cut'],
  ['a<br/>b<!-- c -->', 'a b'],
  ['The <b> tag and the <i> tag', 'The <b> tag and the <i> tag'],
  ['x < y, y > z', 'x < y, y > z'],
  ['List<T> and <script>', 'List<T> and <script>'],
  ['<p></p>', null],
  ['Read <strong>our</strong> terms in <a href="/te', 'Read our terms in'],
  ['One<br>two <stro', 'One two'],
  ['<dl><dt>Open</dt><dd>daily</dd></dl><center>x</center>', 'Open daily x'],
  ['<style>p > a { color: red }</style>Text<SCRIPT src=x>"<p>"</Script >', 'Text'],
  ['Text<script>cut', 'Text<script>cut'],
  ['<p>Text<script>cut', 'Text'],
  ['<!-- wp:paragraph {"a":">"} --><p>Text</p><!--[if mso]><p>no</p><![endif]-->', 'Text'],
  ['Text<!-- note -->s', 'Text s'],
  ['The <br> HTML element and <hr> tags', 'The <br> HTML element and <hr> tags'],
  ['&lt;p&gt;Tom &amp;amp; Jerry&lt;/p&gt;', 'Tom &amp; Jerry'],
])('%s has the text %s', (text, value) => {
  expect(foldedPlainValue(text)).toBe(value);
});

test.each([
  '<b'.repeat(50_000),
  `</b>${'<style>'.repeat(14_000)}`,
  `</b>${'<!---->'.repeat(14_000)}`,
  `</b>${'<a '.repeat(30_000)}`,
  `</b>${'<br>\t'.repeat(15_000)}`,
  `<br>${' '.repeat(90_000)}`,
  `</b>${'<!--'.repeat(25_000)}`,
  `</p>${'<p '.repeat(30_000)}`,
  `</p><b${' -'.repeat(50_000)}`,
])('hostile formatted text is read in linear time', (text) => {
  expect(foldedPlainValue(text)?.length ?? 0).toBeLessThanOrEqual(1_000);
});
