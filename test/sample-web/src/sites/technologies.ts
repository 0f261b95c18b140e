// Sites for technologies, contacts and links.
import { html, other, plain } from '../answer.ts';
import { type SampleSite, source } from '../site.ts';

const NGINX_AND_PHP = {
  server: 'nginx/1.26.2',
  'set-cookie': 'PHPSESSID=0123456789abcdef; path=/; HttpOnly',
};

export function technologySites(): readonly SampleSite[] {
  return [
    {
      domain: 'bakery-lyon.example',
      shows: 'French; WordPress with plugins; three pages; an address on the last of them',
      answers: {
        '/': html(source('bakery-lyon.example/index.html'), { headers: NGINX_AND_PHP }),
        '/nos-pains': html(source('bakery-lyon.example/nos-pains.html'), { headers: NGINX_AND_PHP }),
        '/contact': html(source('bakery-lyon.example/contact.html'), { headers: NGINX_AND_PHP }),
      },
      expected: {
        outcome: 'indexed',
        pages: [
          'http://bakery-lyon.example/',
          'http://bakery-lyon.example/nos-pains',
          'http://bakery-lyon.example/contact',
        ],
        title: 'Boulangerie Étoile – pain au levain à Lyon',
        description: 'Pains au levain, viennoiseries et pâtisseries faites chaque matin au cœur de Lyon.',
        keywords: ['boulangerie', 'pain au levain', 'Lyon', 'viennoiserie'],
        emails: ['contact@bakery-lyon.example'],
        social: ['https://facebook.com/boulangerie.etoile.lyon', 'https://instagram.com/boulangerie_etoile'],
        phones: ['+33199001234'],
        country: 'FR',
        languages: { declared: 'fr', content: 'fr' },
        technologies: ['WordPress', 'PHP', 'MySQL', 'Nginx', 'jQuery', 'jQuery Migrate', 'Yoast SEO'],
        charset: 'utf-8',
      },
    },
    {
      domain: 'knitting-circle.example',
      shows:
        'WooCommerce on WordPress; a script path in mixed case; an address that stands in a link only; well-known files',
      answers: {
        '/': html(source('knitting-circle.example/index.html')),
        '/robots.txt': plain(
          'User-agent: GPTBot',
          'User-agent: CCBot',
          'Disallow: /',
          '',
          'User-agent: *',
          'Disallow: /cart',
        ),
        '/llms.txt': plain(
          '# Knitting Circle',
          '',
          '> Wool and patterns.',
          '',
          '## Wool',
          '- [Merino](/merino)',
        ),
        '/.well-known/security.txt': plain(
          'Contact: mailto:security@knitting-circle.example',
          'Expires: 2030-01-01T00:00:00Z',
        ),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://knitting-circle.example/'],
        title: 'Knitting Circle – wool & patterns',
        emails: ['orders@knitting-circle.example', 'trade@knitting-circle.example'],
        phones: [],
        country: null,
        languages: { declared: 'en', content: 'en' },
        technologies: ['WordPress', 'WooCommerce'],
      },
    },
    {
      domain: 'bike-shop-utrecht.example',
      shows: 'Shopify and a tag manager behind Cloudflare, which hides the address',
      answers: {
        '/': html(source('bike-shop-utrecht.example/index.html'), {
          headers: {
            server: 'cloudflare',
            'cf-ray': '0000000000000000-AMS',
            'x-shopify-stage': 'production',
          },
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://bike-shop-utrecht.example/'],
        title: 'Fietsenwinkel De Ketting',
        emails: ['winkel@bike-shop-utrecht.example'],
        languages: { declared: 'nl', content: 'nl' },
        technologies: ['Shopify', 'Google Tag Manager', 'Cloudflare'],
      },
    },
    {
      domain: 'startup-dashboard.example',
      shows: 'Next.js, which implies React; Hotjar, Stripe; two profiles and a share link',
      answers: {
        '/': html(source('startup-dashboard.example/index.html'), { headers: { 'x-powered-by': 'Next.js' } }),
        '/pricing': html(source('startup-dashboard.example/pricing.html'), {
          headers: { 'x-powered-by': 'Next.js' },
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://startup-dashboard.example/', 'http://startup-dashboard.example/pricing'],
        title: 'Plumbline · metrics for small teams',
        emails: ['sales@startup-dashboard.example'],
        social: ['https://github.com/plumbline-invented', 'https://linkedin.com/company/plumbline-invented'],
        country: null,
        languages: { declared: 'en', content: 'en' },
        technologies: ['Next.js', 'React', 'Hotjar', 'Stripe'],
      },
    },
    {
      domain: 'todo-notes.example',
      shows: 'German; Vue, Font Awesome, Matomo in an inline script; Express',
      answers: {
        '/': html(source('todo-notes.example/index.html'), { headers: { 'x-powered-by': 'Express' } }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://todo-notes.example/'],
        title: 'Merkzettel – Notizen, die man wiederfindet',
        emails: ['hallo@todo-notes.example'],
        languages: { declared: 'de', content: 'de' },
        technologies: ['Vue.js', 'Font Awesome', 'Matomo Analytics', 'Express', 'Node.js'],
      },
    },
    {
      domain: 'shop-floor.example',
      shows: 'ASP.NET, reCAPTCHA, Lodash; a placeholder and an image name that are not addresses',
      answers: {
        '/': html(source('shop-floor.example/index.html'), { headers: { 'x-aspnet-version': '4.0.30319' } }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://shop-floor.example/'],
        title: 'Shop Floor Tools',
        emails: ['counter@shop-floor.example'],
        social: ['https://tiktok.com/@shopfloortools', 'https://x.com/shopfloortools'],
        technologies: ['Microsoft ASP.NET', 'reCAPTCHA', 'Lodash'],
      },
    },
    {
      domain: 'daily-invention.example',
      shows: 'links to follow: five pages, of which one is too deep; to a file, to elsewhere, to itself',
      answers: {
        '/': html(source('daily-invention.example/index.html')),
        '/politics': html(source('daily-invention.example/politics.html')),
        '/science': html(source('daily-invention.example/science.html')),
        '/politics/clouds': html(source('daily-invention.example/clouds.html')),
        '/politics/clouds/comments': html(source('daily-invention.example/comments.html')),
        '/press.pdf': other(200, { 'content-type': 'application/pdf' }, '%PDF-1.4\n'),
      },
      expected: {
        outcome: 'indexed',
        pages: [
          'http://daily-invention.example/',
          'http://daily-invention.example/politics',
          'http://daily-invention.example/science',
          'http://daily-invention.example/politics/clouds',
        ],
        title: 'The Daily Invention',
        emails: ['newsroom@daily-invention.example'],
        social: [
          'https://t.me/daily_invention',
          'https://x.com/daily_invention',
          'https://youtube.com/channel/UC0000000000000000000042',
        ],
        country: null,
        technologies: ['Google Analytics', 'Cookiebot', 'Facebook Pixel'],
      },
    },
    {
      domain: 'twin-titles.example',
      shows: 'three pages with one title',
      answers: {
        '/': html(source('twin-titles.example/index.html')),
        '/right': html(source('twin-titles.example/right.html')),
        '/map': html(source('twin-titles.example/map.html')),
      },
      expected: {
        outcome: 'indexed',
        pages: [
          'http://twin-titles.example/',
          'http://twin-titles.example/right',
          'http://twin-titles.example/map',
        ],
        title: 'Twin Lighthouses',
        description: null,
        emails: [],
        social: [],
      },
    },
  ];
}
