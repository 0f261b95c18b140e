import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

/** The icon that a page at https://a.example/b/c declares. */
function iconOf(head: string): string | null {
  const body = new TextEncoder().encode(`<!doctype html><head>${head}</head><body>x`);
  const page = {
    url: 'https://a.example/b/c',
    status: 200,
    headers: [],
    body,
    truncated: false,
    fetchedAt: 0,
  };
  return extractPage(page).icon;
}

test.each([
  ['<link rel=icon href=x.png>', 'https://a.example/b/x.png'],
  ['<link rel="shortcut icon" href=" /x.ico ">', 'https://a.example/x.ico'],
  ['<link rel="SHORTCUT ICON" href="//cdn.example/x.ico?v=1&amp;w">', 'https://cdn.example/x.ico?v=1&w'],
  ['<base href="https://b.example/d/"><link rel=icon href=x.png>', 'https://b.example/d/x.png'],
  ['<link rel=icon href="data:image/png;base64,AAAA">', 'data:image/png;base64,AAAA'],
  ['<link rel=icon href=x.svg><link rel="alternate icon" href=x.png>', 'https://a.example/b/x.png'],
  ['<link rel=icon type=image/svg+xml href=x><link rel=icon href=y>', 'https://a.example/b/y'],
  ['<link rel=icon href=/only.svg?1>', 'https://a.example/only.svg?1'],
  ['<link rel=icon href=1.png><link rel=icon href=2.png>', 'https://a.example/b/1.png'],
])('%s declares %s', (head, icon) => {
  expect(iconOf(head)).toBe(icon);
});

test.each([
  [''],
  ['<link rel=icon>'],
  ['<link rel=icon href="">'],
  ['<link rel=icon href="data:,">'],
  ['<link rel=icon href="data:;base64,=">'.replace(',=', ',')],
  ['<link rel=mask-icon href=x.svg><link rel=apple-touch-icon href=y.png>'],
  ['<link rel=icon href="javascript:alert(1)">'],
  [`<link rel=icon href="data:image/png;base64,${'A'.repeat(400_000)}">`],
])('%.80s declares none', (head) => {
  expect(iconOf(head)).toBeNull();
});
