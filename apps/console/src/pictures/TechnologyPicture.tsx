import type { Level } from '@sitegrep/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchAt } from '../api/search.ts';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { conditionOf } from '../query/facet-values.ts';
import { valueOf } from '../query/language.ts';
import { countOf } from '../search/facet-counts.ts';
import { PICTURES_TEXT as WORDS } from '../text/pictures.ts';
import { requestedTechnology } from './requested-technology.ts';
import { ValueBars } from './ValueBars.tsx';

/** Rows of the picture. */
const SHOWN = 4;

interface TechnologyPictureProps {
  readonly query: string;
  readonly level: Level;
  /** Technologies that pages have evidence of, the most frequent ones first. */
  readonly counts: readonly { readonly value: string; readonly count: number }[];
  readonly onChoose: (condition: string, isExcluded: boolean) => void;
}

/** Bars of the technologies, or of the versions of the one that the query asks for, or that was chosen. */
export function TechnologyPicture({ query, level, counts, onChoose }: TechnologyPictureProps) {
  const requested = requestedTechnology(query);
  const [{ chosen, of }, setChoice] = useState({ chosen: requested, of: requested });
  const choose = (next: string | null): void => setChoice({ chosen: next, of: requested });
  // Another query asks for another technology.
  if (of !== requested) choose(requested);
  if (chosen !== null) {
    return (
      <Versions
        technology={chosen}
        query={query}
        level={level}
        onChoose={onChoose}
        onBack={() => choose(null)}
      />
    );
  }
  return (
    <section className="picture">
      <h2>{WORDS.technologies}</h2>
      <div className="picture-body">
        <ValueBars
          label={WORDS.technologies}
          bars={counts.slice(0, SHOWN).map(({ value, count }) => ({
            value,
            count,
            name: value,
            condition: conditionOf('tech', value),
          }))}
          query={query}
          onChoose={onChoose}
          further={{ text: WORDS.versions, label: WORDS.versionsOf, act: choose }}
        />
      </div>
    </section>
  );
}

interface VersionsProps extends Pick<TechnologyPictureProps, 'query' | 'level' | 'onChoose'> {
  readonly technology: string;
  readonly onBack: () => void;
}

function Versions({ technology, query, level, onChoose, onBack }: VersionsProps) {
  const versions = useQuery({
    queryKey: ['picture-versions', query, level, technology],
    queryFn: async ({ signal }) => {
      const facets = [{ field: 'version', of: technology, limit: SHOWN }];
      const found = await searchAt(level, { q: query, count_only: true, facets }, { signal });
      return (found.facets?.[0]?.values ?? []).map(({ value, ...count }) => ({
        value,
        name: value,
        count: countOf(count),
        condition: `tech:${valueOf(`${technology}@${value}`)}`,
      }));
    },
  });
  return (
    <section className="picture">
      <h2>{WORDS.versionsHead(technology)}</h2>
      <p>
        <button type="button" className="link-button" title={WORDS.backHint} onClick={onBack}>
          {WORDS.back}
        </button>
        <Link to="/trends/$technology" params={{ technology }} title={WORDS.spreadHint(technology)}>
          {WORDS.spread}
        </Link>
      </p>
      <div className="picture-body">
        <Loaded query={versions} lines={SHOWN}>
          {(bars) =>
            bars.length === 0 ? (
              <p className="quiet">{WORDS.noVersions}</p>
            ) : (
              <ValueBars label={WORDS.versionsOf(technology)} bars={bars} query={query} onChoose={onChoose} />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}
