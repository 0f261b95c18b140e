import type { FoundDomain, FoundPage } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { uncoverLine } from './export-uncover.ts';

function pageOf(url: string): FoundPage {
  return {
    type: 'page_item',
    domain: 'shop.example',
    url,
    title: 'Tea',
    rank: 1,
    fetched_at: '2026-03-01 09:00:41 +00:00',
    charset: 'utf-8',
    truncated: false,
  };
}

describe('a line as uncover prints it', () => {
  // Keys, their order and types are those of Result in uncover's sources/result.go.
  test('of a page has its URL with host and port', () => {
    expect(uncoverLine(pageOf('https://www.shop.example/a?b=c'))).toBe(
      '{"timestamp":1772355641,"source":"sitegrep","ip":"","port":443,"host":"www.shop.example","url":"https://www.shop.example/a?b=c"}\n',
    );
  });

  test.each([
    ['http://shop.example/', 80, 'shop.example'],
    ['http://shop.example:8080/', 8080, 'shop.example'],
    ['https://xn--caf-dma.example:443/', 443, 'xn--caf-dma.example'],
  ])('of the page %s has port %i', (url, port, host) => {
    expect(JSON.parse(uncoverLine(pageOf(url)))).toMatchObject({ port, host });
  });

  test('of a domain has its name alone, as of a search engine that tells no more', () => {
    const domain: FoundDomain = {
      type: 'domain_technology_item',
      domain: 'shop.example',
      title: null,
      description: null,
      meta_keywords: [],
      rank: 0,
      visited: null,
      country: null,
      language: null,
      content_language: null,
      email: [],
      social_graph_urls: [],
      tech: {},
    };
    expect(uncoverLine(domain)).toBe(
      '{"timestamp":0,"source":"sitegrep","ip":"","port":0,"host":"shop.example","url":""}\n',
    );
    expect(JSON.parse(uncoverLine({ ...domain, visited: '1970-01-01 00:01:00 +00:00' }))).toMatchObject({
      timestamp: 60,
    });
  });
});
