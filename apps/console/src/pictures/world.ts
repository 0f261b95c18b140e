// The shapes of countries as paths of a small map. It is a big part of the scripts, so only the map itself imports it.
import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';

/** Size of the map in its own units. */
export const [WIDTH, HEIGHT] = [220, 108];

export interface Shape {
  /** Two letters of ISO 3166; null: what the map draws there has no code. */
  readonly code: string | null;
  readonly path: string;
}

const ANTARCTICA = 'AQ';

/** Codes of countries that the map has without a number. */
const UNNUMBERED: Readonly<Record<string, string>> = { Kosovo: 'XK' };

/** The code of a country by its number of ISO 3166, which is another name of the same region in tags of languages. */
function codeOf(id: string | number | undefined, name: string): string | null {
  if (id === undefined) return UNNUMBERED[name] ?? null;
  const { region = '' } = new Intl.Locale(`und-${String(id).padStart(3, '0')}`);
  return /^[A-Z]{2}$/.test(region) ? region : null;
}

const countries = feature(world, world.objects.countries)
  .features.map((country) => ({ country, code: codeOf(country.id, country.properties.name) }))
  .filter(({ code }) => code !== ANTARCTICA);

const toPath = geoPath(
  geoEqualEarth().fitSize([WIDTH, HEIGHT], {
    type: 'FeatureCollection',
    features: countries.map(({ country }) => country),
  }),
).digits(1);

export const SHAPES: readonly Shape[] = countries.map(({ country, code }) => ({
  code,
  path: toPath(country) ?? '',
}));
