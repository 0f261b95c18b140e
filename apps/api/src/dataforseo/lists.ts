import type {
  AvailableFilters,
  DataForSeoLanguage,
  DomainLocation,
  SearchLocation,
} from '@sitegrep/contract';
import { countryLocations, searchLanguages } from '@sitegrep/providers';
import { LABEL_FIELD_NAMES } from '@sitegrep/search';
import { comparisonOf, COUNTRY_CODES, LANGUAGE_CODES, ORDER_FIELDS, specifiedName } from '@sitegrep/site';
import type { FastifyInstance } from 'fastify';
import { lazy } from '../once.ts';
import { addList } from './tasks.ts';
import { technologyGroups } from '../technology-catalogue.ts';

/** Lists of what tasks can name. */
export function addDataForSeoLists(app: FastifyInstance): void {
  const technologies = (operation: string) => ({
    api: 'domain_analytics',
    function: operation,
    se: 'technologies',
  });
  addList(app, 'dataForSeoTechnologies', technologies('technologies'), () => [
    { groups: technologyGroups() },
  ]);
  addList(app, 'dataForSeoTechnologyLocations', technologies('locations'), lazy(domainLocations));
  addList(app, 'dataForSeoTechnologyLanguages', technologies('languages'), lazy(domainLanguages));
  addList(app, 'dataForSeoTechnologyFilters', technologies('available_filters'), () => [availableFilters()]);
  const locations = lazy(searchLocations);
  const languages = lazy(languagesOfSearches);
  addList(app, 'dataForSeoGoogleLocations', { api: 'serp', function: 'locations', se: 'google' }, locations);
  addList(app, 'dataForSeoGoogleLanguages', { api: 'serp', function: 'languages', se: 'google' }, languages);
  addList(
    app,
    'dataForSeoYoutubeLocations',
    { api: 'serp', function: 'locations', se: 'youtube' },
    locations,
  );
  addList(
    app,
    'dataForSeoYoutubeLanguages',
    { api: 'serp', function: 'languages', se: 'youtube' },
    languages,
  );
}

function domainLocations(): readonly DomainLocation[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return COUNTRY_CODES.map(([code]) => ({
    location_name: names.of(code) ?? code,
    country_iso_code: code,
  })).sort(byName(({ location_name }) => location_name));
}

function domainLanguages(): readonly DataForSeoLanguage[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return Array.from(LANGUAGE_CODES, (code) => ({
    language_name: names.of(code) ?? code,
    language_code: code,
  })).sort(byName(({ language_name }) => language_name));
}

function searchLocations(): readonly SearchLocation[] {
  return countryLocations().map(({ code, country, name }) => ({
    location_code: code,
    location_name: name,
    location_code_parent: null,
    country_iso_code: country,
    location_type: 'Country',
  }));
}

function languagesOfSearches(): readonly DataForSeoLanguage[] {
  return searchLanguages().map(({ code, name }) => ({ language_name: name, language_code: code }));
}

/** Types of the fields that conditions may name. */
const FILTER_TYPES = { integer: 'num', text: 'str', time: 'time' } as const;

function availableFilters(): AvailableFilters {
  const types = Object.fromEntries([
    ...ORDER_FIELDS.map((field) => [specifiedName(field), FILTER_TYPES[comparisonOf(field)]] as const),
    ...LABEL_FIELD_NAMES.map((field) => [specifiedName(field), 'str'] as const),
  ]);
  return {
    domains_by_technology: types,
    aggregation_technologies: types,
    technologies_summary: types,
    domains_by_html_terms: types,
  };
}

function byName<Item>(nameOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
}
