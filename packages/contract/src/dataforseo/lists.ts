// Lists of what requests of DataForSEO's clients can name.
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED } from '../envelope.ts';
import { tasksAnswer } from './envelope.ts';

export const DataForSeoLanguage = Type.Object(
  { language_name: Type.String(), language_code: Type.String() },
  CLOSED,
);
export type DataForSeoLanguage = Answer<Static<typeof DataForSeoLanguage>>;

const DomainLocation = Type.Object({ location_name: Type.String(), country_iso_code: Type.String() }, CLOSED);
export type DomainLocation = Answer<Static<typeof DomainLocation>>;

const SearchLocation = Type.Object(
  {
    location_code: Type.Integer(),
    location_name: Type.String(),
    location_code_parent: Type.Null(),
    country_iso_code: Type.String(),
    location_type: Type.Literal('Country'),
  },
  CLOSED,
);
export type SearchLocation = Answer<Static<typeof SearchLocation>>;

const TechnologyGroups = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          categories: Type.Array(
            Type.Object(
              {
                id: Type.String(),
                path: Type.String({ description: 'group.category' }),
                title: Type.String(),
                technologies: Type.Array(Type.String()),
              },
              CLOSED,
            ),
          ),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type TechnologyGroups = Answer<Static<typeof TechnologyGroups>>;

const FilterTypes = Type.Record(Type.String(), Type.Enum(['num', 'str', 'time']));

const AvailableFilters = Type.Object(
  {
    domains_by_technology: FilterTypes,
    aggregation_technologies: FilterTypes,
    technologies_summary: FilterTypes,
    domains_by_html_terms: FilterTypes,
  },
  CLOSED,
);
export type AvailableFilters = Answer<Static<typeof AvailableFilters>>;

export const LanguagesAnswer = tasksAnswer(DataForSeoLanguage);
export const DomainLocationsAnswer = tasksAnswer(DomainLocation);
export const SearchLocationsAnswer = tasksAnswer(SearchLocation);
export const TechnologyGroupsAnswer = tasksAnswer(TechnologyGroups);
export const AvailableFiltersAnswer = tasksAnswer(AvailableFilters);
