// Well-known files as sites have them. All names and addresses are invented.
import type { FileName } from '../../src/well-known/files.ts';
import { type Answered, type Kind, SITES } from './kinds.ts';

const site = (at: number): string => SITES[at % SITES.length] ?? '';

const SECURITY = [
  'Contact: mailto:security@example.com\nExpires: 2027-01-01T00:00:00.000Z\n',
  'Contact: https://example.com/report\r\nExpires: 2026-12-31T23:59:59Z\r\nPreferred-Languages: en, de\r\n',
  '# Our policy\nContact: security@example.com\n',
  'contact: tel:+43-1-555-0100\nPolicy: https://example.com/policy\n',
  '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nContact: mailto:a@example.com\nExpires: 2027-01-01T00:00:00Z\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n',
];

const ADS = [
  'ads.example.com, pub-123, DIRECT, f08c47fec0942fa0\n',
  '# sellers\nads.example.net,55,RESELLER\nads.example.org, 66 , direct\n',
  '\uFEFFads.example.com, 1, DIRECT\r\nads.example.net, 2, RESELLER, abc # note\r\n',
  'OWNERDOMAIN=example.com\nads.example.com, 9, DIRECT\n',
  'contact=ads@example.com\nsubdomain=news.example.com\n',
];

const llms = (at: number): string =>
  [
    `# ${site(at)}\n\n> What the site is about.\n\n## Docs\n\n- [Guide](https://example.com/guide): how to\n`,
    `# ${site(at)}\n\nText.\n\n## API\n\n- [Reference](/api.md)\n## Optional\n`,
    `\uFEFF# ${site(at)}\r\n\r\n> Summary\r\n`,
    `# ${site(at)}\n\n## Example\n\n\`\`\`html\n<!DOCTYPE html>\n<html></html>\n\`\`\`\n`,
    `## ${site(at)}\n\n- [A](https://example.com/a)\n- [B](https://example.com/b)\n`,
  ][at % 5] ?? '';

const PEOPLE = [
  '/* TEAM */\nChef: Anna\nLocation: Graz\n\n/* SITE */\nLast update: 2026/01/01\n',
  '/* TEAM */\r\n  Developer: B\r\n',
  'Made by Anna and Ben\nin Graz, Austria\n',
  'humans of the site\n------------------\nAnna: design\nBen: code\n',
  '#TEAM\nAnna\nBen\n',
];

const AI = [
  'User-Agent: *\nDisallow: /\n',
  '# AI policy\nUser-Agent: *\nDisallow: *.jpg\nAllow: *.txt\n',
  'Training: no\nContact: legal@example.com\n',
  'User-agent: GPTBot\r\nDisallow: /\r\n',
  'Owner: Example\nLicense: none\n',
];

const MANIFESTS = [
  '{"name":"App","short_name":"App","icons":[],"start_url":"/","display":"standalone"}',
  '{\n  "short_name": "React App",\n  "name": "Create",\n  "icons": [{"src": "favicon.ico"}]\n}\n',
  '{"name":"App","theme_color":"#fff"}',
  '\uFEFF{"name":"A","display":"browser"}',
  '{"start_url":".","background_color":"#000","extra":{"a":[1]}}',
];

const TYPES = ['text/plain', 'text/plain', 'text/markdown', null, 'application/octet-stream', 'text/html'];
const JSON_TYPES = ['application/json', 'application/manifest+json', 'text/plain', null];

function kind(name: FileName, textOf: (at: number) => string): Kind {
  const isJson = name === 'manifest.json';
  const types = isJson ? JSON_TYPES : TYPES;
  return {
    name,
    real: true,
    make: (at): Answered => ({
      name,
      // Each answer of a kind differs.
      text: `${textOf(at)}${isJson ? ' '.repeat(at) : `\n# ${at}\n`}`,
      type: types[at % types.length] ?? null,
      // On some sites a name that cannot exist gets a page.
      ...(at % 3 === 0 ? { missing: '<!DOCTYPE html><title>Home</title>' } : {}),
    }),
  };
}

const oneOf =
  (texts: readonly string[]) =>
  (at: number): string =>
    texts[at % texts.length] ?? '';

export const REALS: readonly Kind[] = [
  kind('security.txt', oneOf(SECURITY)),
  kind('ads.txt', oneOf(ADS)),
  kind('llms.txt', llms),
  kind('humans.txt', oneOf(PEOPLE)),
  kind('ai.txt', oneOf(AI)),
  kind('manifest.json', oneOf(MANIFESTS)),
];
