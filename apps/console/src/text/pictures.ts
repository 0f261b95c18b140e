/** Texts of the small pictures above the results of a search. */
export const PICTURES_TEXT = {
  fold: 'Pictures',
  where: 'Where',
  countries: (count: string) => (count === '1' ? '1 country' : `${count} countries`),
  someCountries: (shown: string, all: string) => `${shown} of ${all} countries`,
  map: (countries: string) => `Domains by country: ${countries}`,
  further: (count: string) => `${count} more`,
  ofValue: (value: string, count: string) => `${value} ${count}`,
  technologies: 'Technologies',
  versionsOf: (technology: string) => `Versions of ${technology}`,
  versionsHead: (technology: string) => `${technology} versions`,
  versions: 'versions',
  noVersions: 'No version of it is known in these results.',
  back: 'Back',
  backHint: 'Back to all technologies',
  spread: 'Spread',
  spreadHint: (technology: string) => `How ${technology} spread, and all of its versions`,
  overTime: 'By week',
  week: (name: string, domains: string) => `${name}: ${domains}`,
  asOfNow: 'partly as now',
  asOfNowHint: (names: string) =>
    `Taken as it is now, since its changes are not recorded: ${names}. A domain counts from its first visit on.`,
} as const;
