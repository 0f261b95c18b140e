// Which shard has a domain. All domains of one owner are in the same shard: what counts owners counts each in one shard alone.

/**
 * Suffixes of several labels that many owners have names under, by the last label. It is not the public suffix list, which
 * changes: a document that moved to another shard with a newer list would be there twice. The names under a suffix that is
 * missing here are in one shard, which is only uneven. A suffix that the public suffix list does not have must not be
 * here.
 */
const SUFFIXES: Readonly<Record<string, string>> = {
  app: 'netlify vercel web',
  ar: 'com org net edu gob',
  at: 'ac co gv or',
  au: 'com edu gov id net org',
  bd: 'com',
  br: 'com edu gov jus leg net org',
  cn: 'ac com edu gov net org',
  co: 'com edu gov net org',
  com: 'herokuapp myshopify wixsite',
  dev: 'pages workers',
  ec: 'com',
  eg: 'com',
  gr: 'com',
  hk: 'com edu gov net org',
  hu: 'co',
  id: 'ac co desa go my or sch web',
  il: 'ac co gov muni net org',
  in: 'ac co edu firm gen gov net org res',
  io: 'github gitlab',
  ir: 'ac co gov',
  jp: 'ac co ed go gr lg ne or',
  ke: 'ac co go or',
  kr: 'ac co go ne or pe re',
  mx: 'com edu gob net org',
  my: 'com edu gov net org',
  net: 'azurewebsites cloudfront',
  ng: 'com edu gov org',
  nz: 'ac co geek gen govt iwi maori net org school',
  pe: 'com edu gob org',
  ph: 'com edu gov net org',
  pk: 'com edu gov net org',
  pl: 'com edu gov net org waw',
  pt: 'com edu gov org',
  ro: 'com org',
  rs: 'ac co edu gov in org',
  sa: 'com edu gov org',
  sg: 'com edu gov net org',
  th: 'ac co go in mi net or',
  tr: 'av bel com edu gen gov k12 net org web',
  tw: 'com edu gov idv net org',
  ua: 'com edu gov in kiev net org',
  uk: 'ac co gov ltd me net nhs org plc police',
  uy: 'com edu gub org',
  ve: 'co com',
  vn: 'com edu gov net org',
  za: 'ac co edu gov net org web',
};

/** Suffixes that names of domains are routed under, in full. */
export const ROUTED_SUFFIXES: ReadonlySet<string> = new Set(
  Object.entries(SUFFIXES).flatMap(([last, before]) => before.split(' ').map((label) => `${label}.${last}`)),
);

/** Text that decides the shard of all documents of a domain. Domains with the same registrable domain have the same one. */
export function routeOf(domain: string): string {
  const second = cutBefore(domain, domain.lastIndexOf('.'));
  if (second === 0 || !ROUTED_SUFFIXES.has(domain.slice(second))) return domain.slice(second);
  return domain.slice(cutBefore(domain, second - 1));
}

/** Position of the label that ends at a dot. */
function cutBefore(domain: string, dot: number): number {
  return dot <= 0 ? 0 : domain.lastIndexOf('.', dot - 1) + 1;
}

/** Id and routing of the document of a domain. */
export function addressOf(domain: string): { readonly _id: string; readonly routing: string } {
  return { _id: domain, routing: routeOf(domain) };
}
