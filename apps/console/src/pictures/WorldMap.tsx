import { number } from '../format.ts';
import { countryName } from '../names.ts';
import { PICTURES_TEXT as WORDS } from '../text/pictures.ts';
import { shadeOf } from './shades.ts';
import { HEIGHT, SHAPES, WIDTH } from './world.ts';

interface WorldMapProps {
  readonly counts: ReadonlyMap<string, number>;
  /** Codes of the countries that the query asks for. */
  readonly chosen: ReadonlySet<string>;
  /** The numbers of the map in words. */
  readonly label: string;
  readonly onCountry: (code: string, isExcluded: boolean) => void;
}

/** The world, in which countries are darker the more domains they have. Keys choose countries in the list beside it. */
export function WorldMap({ counts, chosen, label, onCountry }: WorldMapProps) {
  const most = Math.max(...counts.values());
  return (
    <svg className="world" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {SHAPES.map(({ code, path }) => {
        const count = code === null ? undefined : counts.get(code);
        if (code === null || count === undefined) return <path key={path} d={path} />;
        return (
          <path
            key={path}
            d={path}
            className={`shade-${shadeOf(count, most)}${chosen.has(code) ? ' chosen' : ''}`}
            onClick={(event) => onCountry(code, event.altKey)}
          >
            <title>{WORDS.ofValue(countryName(code), number(count))}</title>
          </path>
        );
      })}
    </svg>
  );
}
