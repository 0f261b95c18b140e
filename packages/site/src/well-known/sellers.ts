// Reads ads.txt and app-ads.txt by the IAB's specification, version 1.1.

/** A record: an advertising system that may sell the space, and the account that it is sold under. */
interface Seller {
  /** Domain of the advertising system, in lower case. */
  readonly system: string;
  readonly account: string;
  readonly relation: 'DIRECT' | 'RESELLER';
  /** Id of the system with an authority for certification; null if none is stated. */
  readonly authority: string | null;
}

/** A declaration such as `ownerdomain=example.com`. */
interface SellerVariable {
  readonly name: string;
  readonly value: string;
}

export interface Sellers {
  readonly sellers: readonly Seller[];
  readonly variables: readonly SellerVariable[];
}

/** Maximum records that are read; long files have some thousands. */
const MAX_SELLERS = 10_000;
const MAX_LINE = 1_000;
const VARIABLE = /^(contact|subdomain|inventorypartnerdomain|ownerdomain|managerdomain)[ \t]*=[ \t]*(\S.*)$/i;
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{1,62}$/;

/** Reads the records and the declarations; comments and lines of other forms are passed over. */
export function sellersIn(text: string): Sellers {
  const sellers: Seller[] = [];
  const variables: SellerVariable[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (sellers.length + variables.length >= MAX_SELLERS) break;
    // Extensions come after a semicolon.
    const written = /^[^#;]*/.exec(line.slice(0, MAX_LINE))?.[0].trim() ?? '';
    const [, name, value] = VARIABLE.exec(written) ?? [];
    if (name !== undefined && value !== undefined)
      variables.push({ name: name.toLowerCase(), value: value.trim() });
    else {
      const seller = sellerOf(written);
      if (seller !== null) sellers.push(seller);
    }
  }
  return { sellers, variables };
}

function sellerOf(line: string): Seller | null {
  const [system = '', account = '', relation = '', authority = ''] = line
    .split(/[,\t]/, 4)
    .map((field) => field.trim());
  const kind = relation.toUpperCase();
  if (account === '' || (kind !== 'DIRECT' && kind !== 'RESELLER') || !DOMAIN.test(system.toLowerCase()))
    return null;
  return {
    system: system.toLowerCase(),
    account,
    relation: kind,
    authority: authority === '' ? null : authority,
  };
}
