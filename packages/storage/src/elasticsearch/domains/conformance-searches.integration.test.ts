import { describeInElasticsearch } from '../../../test/elasticsearch/domain-conformance.ts';

await describeInElasticsearch('searches');
