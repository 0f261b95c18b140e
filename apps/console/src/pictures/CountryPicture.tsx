import { number } from '../format.ts';
import { countryAlone } from '../names.ts';
import { useLater } from '../parts/later.ts';
import { conditionOf } from '../query/facet-values.ts';
import { conditionsOf } from '../query/language.ts';
import type { FacetCounts } from '../search/facet-order.ts';
import { PICTURES_TEXT as WORDS } from '../text/pictures.ts';
import { Missing } from './Missing.tsx';
import { type ValueBar, ValueBars } from './ValueBars.tsx';

/** Countries in the list beside the map, and those that its text names. */
const [SHOWN, NAMED] = [4, 10];

interface CountryPictureProps {
  readonly counts: FacetCounts;
  readonly query: string;
  readonly onChoose: (condition: string, isExcluded: boolean) => void;
}

/** A map of the domains by country, and a list of the first ones. */
export function CountryPicture({ counts: { values, distinct }, query, onChoose }: CountryPictureProps) {
  const bars = values.map(({ value, count }): ValueBar => {
    return { value, count, name: countryAlone(value), condition: conditionOf('country', value) };
  });
  const map = useLater('world', () => import('./WorldMap.tsx'));
  const written = new Set(conditionsOf(query));
  const named = bars.slice(0, NAMED).map(({ name, count }) => WORDS.ofValue(name, number(count)));
  const rest = distinct - named.length;
  return (
    <section className="picture country-picture">
      <h2>{WORDS.where}</h2>
      <p className="quiet">
        {distinct > values.length
          ? WORDS.someCountries(number(values.length), number(distinct))
          : WORDS.countries(number(distinct))}
      </p>
      <div className="picture-body">
        {map.data === undefined ? (
          <div className="world">{map.error !== null && <Missing {...map} error={map.error} />}</div>
        ) : (
          <map.data.WorldMap
            counts={new Map(values.map(({ value, count }) => [value, count]))}
            chosen={new Set(bars.filter(({ condition }) => written.has(condition)).map(({ value }) => value))}
            label={WORDS.map([...named, ...(rest > 0 ? [WORDS.further(number(rest))] : [])].join(', '))}
            onCountry={(code, isExcluded) => onChoose(conditionOf('country', code), isExcluded)}
          />
        )}
        <ValueBars label={WORDS.where} bars={bars.slice(0, SHOWN)} query={query} onChoose={onChoose} />
      </div>
    </section>
  );
}
