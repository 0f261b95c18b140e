/**
 * Kinds of contact data that a site may have; `rendered`: a page that a browser rendered; `dns`: DNS records; `headers`, `cookies`
 * and `file`: what its answers have beside pages; `hosts`: those that its pages name; `certificate` and `icon`. The console reads it,
 * too.
 */
export const HAS = [
  'email',
  'phone',
  'profile',
  'address',
  'rendered',
  'dns',
  'headers',
  'cookies',
  'file',
  'hosts',
  'certificate',
  'icon',
] as const;
