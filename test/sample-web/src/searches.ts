/** A search of the crawled sample web with its complete results. */
export interface SampleSearch {
  /** Purpose of the search in one line. */
  readonly shows: string;
  readonly terms: readonly string[];
  /** Sorted domains, worked out by hand from the sources. */
  readonly domains: readonly string[];
}

/** All searches; the demo shows the first three. */
export const SEARCHES: readonly SampleSearch[] = [
  {
    shows: 'who uses Google Analytics: punctuation counts',
    terms: ['gtag/js?id=G-'],
    domains: ['daily-invention.example', 'taller-sevilla.example'],
  },
  {
    shows: 'a path in any case, on any page of a site',
    terms: ['wp-content/plugins'],
    domains: ['bakery-lyon.example', 'daily-invention.example', 'knitting-circle.example'],
  },
  {
    shows: 'Russian in mixed case, from pages in windows-1251 and in KOI8-R',
    terms: ['шахматный КЛУБ'],
    domains: ['biblioteka-kazan.example', 'chess-novosibirsk.example'],
  },
  {
    shows: 'French in mixed case',
    terms: ['CRÈME Brûlée'],
    domains: ['bakery-lyon.example', 'velo-lausanne.example'],
  },
  {
    shows: 'two terms that must both be there',
    terms: ['bootstrap', 'fonts.googleapis.com'],
    domains: ['piekarnia-krakow.example'],
  },
  {
    shows: 'the end of a line of a megabyte',
    terms: ['"the-end-of-one-long-line"</script>'],
    domains: ['one-long-line.example'],
  },
  {
    shows: 'a page that asked not to be indexed',
    terms: ['leave this page out of every index'],
    domains: [],
  },
  { shows: 'a page that robots.txt forbids', terms: ['nobody should ever have read this'], domains: [] },
  { shows: 'a page that is more links away than are followed', terms: ['gtag/js?id=G-TOODEEP'], domains: [] },
  { shows: 'what lies beyond the cap of a page', terms: ['very last line of an endless page'], domains: [] },
];
