import { Type } from 'typebox';
import { kind, type Kind } from './kind.ts';
import { numbersByName, type NumbersByName } from './numbers-by-name.ts';
import type { Bounds } from './quantities.ts';

type Operation = 'web-serp' | 'web-autocomplete' | 'video-info' | 'video-serp';

/** Every provider and the operations it can do. One a line, in alphabetical order. */
export const PROVIDERS = {
  brave: ['web-serp', 'web-autocomplete'],
  dataforseo: ['web-serp', 'web-autocomplete', 'video-info', 'video-serp'],
  'google-suggest': ['web-autocomplete'],
  invidious: ['video-info', 'video-serp'],
  local: ['web-serp', 'web-autocomplete'],
  searxng: ['web-serp', 'web-autocomplete'],
  serpapi: ['web-serp', 'web-autocomplete', 'video-info', 'video-serp'],
  serper: ['web-serp', 'web-autocomplete'],
  'youtube-data-api': ['video-info', 'video-serp'],
  'yt-dlp': ['video-info', 'video-serp'],
} as const satisfies Readonly<Record<string, readonly Operation[]>>;

export type ProviderName = keyof typeof PROVIDERS;

const NAMES: readonly ProviderName[] = Object.keys(PROVIDERS).filter(isProvider);

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}

function namesFor(operation: Operation): readonly ProviderName[] {
  return NAMES.filter((name) => PROVIDERS[name].some((known) => known === operation));
}

/** An operation without providers; an empty variable would be the default. */
const NOBODY = 'none';

/** The providers of an operation, in the order in which they are asked; none is allowed. */
export function providerList(operation: Operation): Kind<readonly ProviderName[]> {
  const names = namesFor(operation);
  return kind({
    schema: Type.Unsafe<readonly ProviderName[]>(Type.Array(Type.Enum([...names]), { uniqueItems: true })),
    allowed:
      names.length === 0
        ? NOBODY
        : `any of ${names.join(', ')}, each once, separated by commas, or ${NOBODY}`,
    read: (text) => {
      const given = text === NOBODY ? [] : text.split(',').map((part) => part.trim());
      return given.every((name) => names.some((known) => known === name)) ? given : undefined;
    },
    print: (list) => list.join(',') || NOBODY,
  });
}

export type ProviderNumbers = NumbersByName<ProviderName>;

/** A number for each of some providers. */
export function providerNumbers(bounds: Bounds): Kind<ProviderNumbers> {
  return numbersByName('provider', NAMES, bounds);
}
