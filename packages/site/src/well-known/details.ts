// What a well-known file says, by its form.
import type { FileName } from './files.ts';
import { type LlmsOutline, llmsOutline } from './sections.ts';
import { type SecurityFields, securityFields } from './security.ts';
import { sellersIn } from './sellers.ts';

/** An advertising system with the number of its records. */
export interface SellerCount {
  readonly system: string;
  readonly direct: number;
  readonly reseller: number;
}

export type FileDetails =
  /** Security.txt. `isExpired`: null if it does not state when it expires. */
  | { readonly kind: 'security'; readonly fields: SecurityFields; readonly isExpired: boolean | null }
  /** Ads.txt or app-ads.txt: systems with most records first, and declarations. */
  | {
      readonly kind: 'sellers';
      readonly systems: readonly SellerCount[];
      readonly declared: readonly { readonly name: string; readonly value: string }[];
    }
  | { readonly kind: 'llms'; readonly outline: LlmsOutline };

/** Reads a real file; null for files whose text says all. @param now time by which a file has expired */
export function detailsOf(name: FileName, text: string, now: number): FileDetails | null {
  switch (name) {
    case 'security.txt': {
      const fields = securityFields(text);
      return { kind: 'security', fields, isExpired: fields.expires === null ? null : fields.expires <= now };
    }
    case 'ads.txt':
    case 'app-ads.txt':
      return sellerDetails(text);
    case 'llms.txt':
    case 'llms-full.txt':
      return { kind: 'llms', outline: llmsOutline(text) };
    case 'ai.txt':
    case 'humans.txt':
    case 'manifest.json':
    case 'robots.txt':
      return null;
  }
}

function sellerDetails(text: string): FileDetails {
  const { sellers, variables } = sellersIn(text);
  const systems = new Map<string, { direct: number; reseller: number }>();
  for (const { system, relation } of sellers) {
    const counts = systems.get(system) ?? { direct: 0, reseller: 0 };
    counts[relation === 'DIRECT' ? 'direct' : 'reseller']++;
    systems.set(system, counts);
  }
  return {
    kind: 'sellers',
    systems: Array.from(systems, ([system, counts]) => ({ system, ...counts })).sort(
      (a, b) => b.direct + b.reseller - a.direct - a.reseller || (a.system < b.system ? -1 : 1),
    ),
    declared: variables,
  };
}
