import { PROVIDER_NAMES, providersOf, type Operation, type ProviderName } from '@sitegrep/providers/catalog';
import { Type } from 'typebox';
import { kind, type Kind } from './kind.ts';
import { numbersByName, type NumbersByName } from './numbers-by-name.ts';
import type { Bounds } from './quantities.ts';

/** Stands for an operation without providers: an empty variable would be the default. */
const NOBODY = 'none';

/** Providers of an operation, in the order in which they are called; none is allowed. */
export function providerList(operation: Operation): Kind<readonly ProviderName[]> {
  const names = providersOf(operation);
  return kind({
    schema: Type.Unsafe<readonly ProviderName[]>(Type.Array(Type.Enum([...names]), { uniqueItems: true })),
    allowed: `any of ${names.join(', ')}, each once, separated by commas, or ${NOBODY}`,
    read: (text) => {
      const given = text === NOBODY ? [] : text.split(',').map((part) => part.trim());
      return given.every((name) => names.some((known) => known === name)) ? given : undefined;
    },
    print: (list) => list.join(',') || NOBODY,
  });
}

type ProviderNumbers = NumbersByName<ProviderName>;

/** A number for each of some providers. */
export function providerNumbers(bounds: Bounds): Kind<ProviderNumbers> {
  return numbersByName('provider', PROVIDER_NAMES, bounds);
}
