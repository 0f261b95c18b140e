// Sites that redirect, restrict or delay a polite crawler.
import { delayed, html, other, redirect, plain, rounds } from '../answer.ts';
import { type SampleSite, source } from '../site.ts';

export function crawlingSites(): readonly SampleSite[] {
  return [
    {
      domain: 'tram-lisboa.example',
      shows: 'a redirect from the bare domain to www',
      answers: {
        '/': redirect(301, 'http://www.tram-lisboa.example/'),
        'http://www.tram-lisboa.example/': html(source('tram-lisboa.example/index.html')),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://www.tram-lisboa.example/'],
        title: 'Amigos do Elétrico',
        description: 'Passeios em elétricos antigos pelas colinas de Lisboa.',
        languages: { declared: 'pt', content: 'pt' },
      },
    },
    {
      domain: 'moved-away.example',
      shows: "a redirect to somebody else's domain",
      answers: { '/': redirect(302, 'http://new-home.test/welcome') },
      expected: { outcome: 'http_error', reason: /new-home\.test/, pages: [] },
    },
    {
      domain: 'revolving-door.example',
      shows: 'redirects in a circle',
      answers: { '/': redirect(302, '/in'), '/in': redirect(302, '/out'), '/out': redirect(302, '/in') },
      expected: { outcome: 'http_error', reason: /redirect/i, pages: [] },
    },
    {
      domain: 'private-club.example',
      shows: 'a robots.txt that forbids everything',
      answers: {
        '/robots.txt': plain('User-agent: *', 'Disallow: /'),
        '/': html('<!DOCTYPE html><title>Members only</title><p>Nobody should ever have read this.'),
      },
      expected: { outcome: 'robots_disallowed', reason: /robots\.txt/, pages: [] },
    },
    {
      domain: 'members-area.example',
      shows: 'a robots.txt that forbids a part',
      answers: {
        '/robots.txt': plain(
          'User-agent: *',
          'Disallow: /members/',
          '',
          'Sitemap: http://members-area.example/map.xml',
        ),
        '/': html(source('members-area.example/index.html')),
        '/rules': html(source('members-area.example/rules.html')),
        '/members/': html('<!DOCTYPE html><title>Members</title><p>Not for crawlers.'),
        '/members/minutes': html('<!DOCTYPE html><title>Minutes</title><p>Not for crawlers either.'),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://members-area.example/', 'http://members-area.example/rules'],
        title: 'Allotment Society',
      },
    },
    {
      domain: 'patient-library.example',
      shows: 'a crawl delay of a second',
      answers: {
        '/robots.txt': plain('User-agent: *', 'Crawl-delay: 1'),
        '/': html(source('patient-library.example/index.html')),
        '/catalogue': html(source('patient-library.example/catalogue.html')),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://patient-library.example/', 'http://patient-library.example/catalogue'],
        title: 'The Patient Library',
      },
    },
    {
      domain: 'hidden-draft.example',
      shows: 'a page that asks by a meta not to be indexed',
      answers: { '/': html(source('hidden-draft.example/index.html')) },
      expected: { outcome: 'robots_disallowed', reason: /noindex|not to be indexed/, pages: [] },
    },
    {
      domain: 'half-hidden.example',
      shows: 'two pages, of which one asks by a header not to be indexed',
      answers: {
        '/': html(source('half-hidden.example/index.html')),
        '/rehearsals': html(source('half-hidden.example/rehearsals.html'), {
          headers: { 'x-robots-tag': 'noindex' },
        }),
      },
      expected: { outcome: 'indexed', pages: ['http://half-hidden.example/'], title: 'Half-hidden Theatre' },
    },
    {
      domain: 'slow-snail.example',
      shows: 'an answer that takes a second',
      answers: { '/': delayed(1_000, html(source('slow-snail.example/index.html'))) },
      expected: { outcome: 'indexed', pages: ['http://slow-snail.example/'], title: 'Snail Mail Society' },
    },
    {
      domain: 'rush-hour.example',
      shows: 'a server that is busy at first and says when to come back',
      answers: {
        '/': rounds(
          [other(503, { 'content-type': 'text/plain', 'retry-after': '1' }, 'busy\n')],
          html(source('rush-hour.example/index.html')),
        ),
      },
      expected: { outcome: 'indexed', pages: ['http://rush-hour.example/'], title: 'Rush Hour Radio' },
    },
  ];
}
