/** Properties of schema.org that are read from microdata and RDFa. */
export type OwnerProperty = 'openingHours' | 'legalName' | 'vatID' | 'taxID';

const PROPERTIES: ReadonlyMap<string, OwnerProperty> = new Map(
  (['openingHours', 'legalName', 'vatID', 'taxID'] as const).map((name) => [name, name]),
);

/** The property that the value of `itemprop` or `property` names first; null if it is none that is read. */
export function ownerProperty(written: string): OwnerProperty | null {
  const [first = ''] = written.split(/\s/, 1);
  return PROPERTIES.get(first.replace(/^(?:schema:|https?:\/\/schema\.org\/)/, '')) ?? null;
}
