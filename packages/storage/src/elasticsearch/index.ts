// The adapter for a cluster: index and records in Elasticsearch, shared by any number of processes.
export { connect, type ElasticsearchAuth, type ElasticsearchConnection } from './client.ts';
