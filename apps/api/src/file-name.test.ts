import { expect, test } from 'vitest';
import { fileHeader } from './file-name.ts';

const AT = new Date(Date.UTC(2026, 10, 28, 20, 25, 12, 345));

test.each([
  ['', 'attachment; filename=sitegrep-domains-2026-11-28T202512.csv'],
  [
    'wp-content tech:WooCommerce',
    'attachment; filename=sitegrep-domains-wp-content-tech-WooCommerce-2026-11-28T202512.csv',
  ],
  [
    'version:WooCommerce@<8.9',
    'attachment; filename=sitegrep-domains-version-WooCommerce-8.9-2026-11-28T202512.csv',
  ],
  ['"><"\\/*?:|\r\n\0..', 'attachment; filename=sitegrep-domains-2026-11-28T202512.csv'],
  ['../../etc/passwd', 'attachment; filename=sitegrep-domains-etc-passwd-2026-11-28T202512.csv'],
  // ü is two bytes of UTF-8; a mark that reorders text is not a letter.
  [
    'bücher\u202e lesen',
    `attachment; filename=sitegrep-domains-bucher-lesen-2026-11-28T202512.csv; filename*=UTF-8''sitegrep-domains-b%C3%BCcher-lesen-2026-11-28T202512.csv`,
  ],
  [
    '緑茶 tea',
    `attachment; filename=sitegrep-domains-tea-2026-11-28T202512.csv; filename*=UTF-8''sitegrep-domains-%E7%B7%91%E8%8C%B6-tea-2026-11-28T202512.csv`,
  ],
  [`${'a'.repeat(59)} b`, `attachment; filename=sitegrep-domains-${'a'.repeat(59)}-2026-11-28T202512.csv`],
])('the search %j names its file', (about, header) => {
  expect(fileHeader({ of: 'domains', about, ending: 'csv' }, AT)).toBe(header);
});
