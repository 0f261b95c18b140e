/**
 * Versions of what is stored: of the tables of each database, and of the mapping of each Elasticsearch index.
 *
 * A version rises with the first change of tables, mapping or the form of documents since the last release, and only then:
 * further changes until the next release have it too. Nothing was released yet, so each is 1. An index or a database of
 * another version is refused; what has to be read nevertheless, such as an index that `sitegrep index migrate` copies, is
 * named where its mapping is.
 */
export const STORED_VERSIONS = {
  /** domains.sqlite and records.sqlite */
  sqlite: { domains: 1, records: 1 },
  elasticsearch: {
    /** That of an index without full text; one with full text has the next number. Rises by 2. */
    domains: 1,
    crawls: 1,
    sites: 1,
    keys: 1,
    blocks: 1,
    lists: 1,
    searches: 1,
    audit: 1,
    sizes: 1,
    leases: 1,
    deliveries: 1,
    fingerprints: 1,
  },
} as const;
