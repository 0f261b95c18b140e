// Pages that say something by themselves, among them those that are short, or look like shells.
import {
  ANALYTICS,
  type LabelledPage,
  page,
  PIXEL,
  prose,
  SPINNER,
  TAG_MANAGER,
  TAG_MANAGER_FRAME,
} from './parts.ts';

const JQUERY = '<script src="/js/jquery-3.7.1.min.js"></script><script src="/js/main.js"></script>';
const NEXT = '<script src="/_next/static/chunks/main.js" defer></script>';
const LONG_PROGRAM = `<script>${'function render(state){var list=document.createElement("ul");return list}'.repeat(400)}</script>`;
const gallery = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<a href="/photo/${at}"><img src="/thumbs/${at}.jpg" alt=""></a>`,
  ).join('');
const cards = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<article><a href="/bike/${at}"><h2>City bike ${at}</h2></a><p>From ${300 + at} euros</p></article>`,
  ).join('');

export const OTHERS: readonly LabelledPage[] = [
  // Filled by a server
  [
    'react by a server',
    page(
      NEXT,
      `<body><div id="root"><header><a href="/">Home</a></header><main><h1>Workshop</h1><p>${prose(6)}</p></main></div></body>`,
    ),
  ],
  [
    'next by a server',
    page(
      NEXT,
      `<body><div id="__next"><main><h1>Bikes</h1>${cards(6)}</main></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"bikes":[]}}}</script></body>`,
    ),
  ],
  [
    'next app router by a server',
    page(
      NEXT,
      `<body><main><h1>Bikes</h1><p>${prose(3)}</p></main><script>self.__next_f.push([1,"x"])</script></body>`,
    ),
  ],
  [
    'nuxt by a server',
    page(
      '<script type="module" src="/_nuxt/entry.js"></script>',
      `<body><div id="__nuxt"><div><h1>Preise</h1><p>${prose(4)}</p></div></div><div id="teleports"></div></body>`,
    ),
  ],
  [
    'gatsby',
    page(
      '',
      `<body><div id="___gatsby"><div id="gatsby-focus-wrapper"><h1>About</h1><p>${prose(5)}</p></div></div><script src="/app.js" async></script></body>`,
    ),
  ],
  [
    'sveltekit by a server',
    page(
      '',
      `<body data-sveltekit-preload-data="hover"><div style="display: contents"><h1>Welcome</h1><p>${prose(2)}</p><script>{__sveltekit_1={base:""}}</script></div></body>`,
    ),
  ],
  [
    'angular universal',
    page(
      '<base href="/">',
      `<body><app-root ng-version="17.0.0" ng-server-context="ssr"><h1>Routes</h1><p>${prose(3)}</p><ul><li>North</li></ul></app-root><script src="main.js" type="module"></script></body>`,
    ),
  ],
  [
    'vue by a server',
    page(
      '',
      `<body><div id="app" data-server-rendered="true"><h1>Team</h1><p>${prose(3)}</p></div><script src="/app.js"></script></body>`,
    ),
  ],
  [
    'astro with islands',
    page(
      '',
      `<body><h1>Blog</h1><p>${prose(4)}</p><astro-island client="load"><button>3</button></astro-island><script type="module" src="/_astro/a.js"></script></body>`,
    ),
  ],
  [
    'qwik',
    page(
      '',
      `<body q:container="paused"><main><h1>Docs</h1><p>${prose(3)}</p></main><script type="qwik/json">{}</script><script id="qwikloader">(()=>{})()</script></body>`,
    ),
  ],
  [
    'livewire',
    page(
      '',
      `<body><div id="app" wire:id="x"><h1>Orders</h1><p>${prose(2)}</p><button>New</button></div><script src="/livewire.js"></script></body>`,
    ),
  ],
  [
    'alpine',
    page(
      '<script defer src="/alpine.js"></script>',
      `<body x-data="{open:false}"><h1>Menu</h1><p>${prose(2)}</p></body>`,
    ),
  ],
  [
    'vue in a page of a server',
    page(
      '',
      `<body><h1>Basket</h1><p>${prose(6)}</p><div id="app"></div><script src="/js/basket.js"></script></body>`,
    ),
  ],
  [
    'react widget in an article',
    page(
      '',
      `<body><article><h1>Tyres</h1><p>${prose(8)}</p></article><div id="comments-root"></div><script src="/comments.js"></script></body>`,
    ),
  ],
  ['gallery in a root', page(NEXT, `<body><div id="root"><main>${gallery(24)}</main></div></body>`)],
  ['shop list in a root', page(NEXT, `<body><div id="app">${cards(4)}</div></body>`)],
  // Short pages
  ['it works', '<html><body><h1>It works!</h1></body></html>'],
  [
    'nginx',
    '<!DOCTYPE html><html><head><title>Welcome to nginx!</title></head><body><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working.</p></body></html>',
  ],
  [
    'coming soon',
    page(
      '<title>Soon</title>',
      `<body><h1>Coming soon</h1><p>We are building something new.</p>${ANALYTICS}</body>`,
    ),
  ],
  [
    'coming soon with a picture',
    page(
      TAG_MANAGER,
      `<body>${TAG_MANAGER_FRAME}<img src="/logo.svg" alt="Acme"><h1>Under construction</h1></body>`,
    ),
  ],
  [
    'a business card',
    page(
      '',
      '<body><h1>Jane Doe</h1><p>Architect, Lisbon</p><a href="mailto:jane@doe.example">jane@doe.example</a><script src="/fonts.js"></script></body>',
    ),
  ],
  ['a single heading', page('', `<body><h1>Hello, I am Ann.</h1>${JQUERY}</body>`)],
  [
    'a picture',
    page(
      '',
      '<body><img src="/poster.jpg" alt="Concert on 3 May"><script src="/resize.js"></script><p>Concert on 3 May, free entry</p></body>',
    ),
  ],
  ['an empty page', ''],
  ['an empty body', page('<title>Empty</title>', '<body></body>')],
  ['an empty body with analytics', page(`<title>Empty</title>${ANALYTICS}`, '<body></body>')],
  ['an empty body with tag manager', page(TAG_MANAGER, `<body>${TAG_MANAGER_FRAME}</body>`)],
  [
    'a frameset',
    '<html><head><title>Site</title></head><frameset cols="200,*"><frame src="menu.html"><frame src="main.html"></frameset></html>',
  ],
  [
    'a frame of another site',
    page(
      '',
      '<body style="margin:0"><iframe src="https://shop.example/" width="100%" height="100%"></iframe><script src="/resize.js"></script></body>',
    ),
  ],
  [
    'a refresh',
    '<html><head><meta http-equiv="refresh" content="0;url=/en/"></head><body><a href="/en/">Continue</a></body></html>',
  ],
  [
    'not found',
    page(
      '<title>404</title>',
      `<body><h1>404</h1><p>The page was not found.</p><a href="/">Home</a>${JQUERY}</body>`,
    ),
  ],
  [
    'a maintenance page',
    page(
      '',
      `<body><h1>We will be back soon</h1><p>Our site is under maintenance until 6 pm.</p>${SPINNER}<script src="/countdown.js"></script></body>`,
    ),
  ],
  ['plain text', 'User-agent: *\nDisallow:'],
  ['json', '{"name":"api","version":"1.0.0"}'],
  [
    'a listing of a folder',
    '<html><head><title>Index of /files</title></head><body><h1>Index of /files</h1><pre><a href="../">../</a>\n<a href="a.zip">a.zip</a> 01-Jan-2026</pre></body></html>',
  ],
  // Parked
  [
    'parked with links',
    page(
      '<title>example.com</title>',
      `<body><h1>example.com</h1><p>This domain is for sale.</p><ul><li><a href="/a">Bikes</a></li><li><a href="/b">Insurance</a></li><li><a href="/c">Hotels</a></li></ul><script src="//parking.example/feed.js"></script></body>`,
    ),
  ],
  [
    'parked for sale',
    page(
      '',
      `<body><div class="card"><h1>bike-shop.example</h1><p>Buy this domain</p><form><input name="email"><button>Make an offer</button></form></div>${JQUERY}</body>`,
    ),
  ],
  [
    'parked by a registrar',
    page(
      '<title>Parked</title>',
      '<body><p>This web page is parked free, courtesy of the registrar.</p><a href="https://registrar.example/">Get this domain</a><script src="/px.js"></script></body>',
    ),
  ],
  [
    'parked with an image',
    page(
      '',
      `<body><div id="main"><img src="/parked.png" alt=""><p>The owner has not put up a page yet.</p></div>${ANALYTICS}</body>`,
    ),
  ],
  // Forms
  [
    'login',
    page(
      '',
      `<body><div id="login"><h1>Log in</h1><form method="post"><label>User <input name="user"></label><label>Password <input type="password"></label><button>Log in</button></form></div>${JQUERY}</body>`,
    ),
  ],
  [
    'login in a root',
    page(
      '',
      `<body><div id="app"><form method="post"><input name="user"><input type="password"><button>Log in</button></form></div><script src="/app.js"></script></body>`,
    ),
  ],
  [
    'login with a request for scripts',
    page(
      '',
      `<body><noscript>Please enable JavaScript to log in.</noscript><form method="post"><input name="log"><input type="password" name="pwd"><input type="submit" value="Log In"></form><a href="/lost">Lost your password?</a>${JQUERY}</body>`,
    ),
  ],
  [
    'search',
    page(
      '',
      `<body><form action="/search"><input name="q"><button>Search</button></form><script src="/suggest.js"></script></body>`,
    ),
  ],
  [
    'newsletter',
    page(
      '',
      `<body><main><h2>Newsletter</h2><form><input type="email"><button>Subscribe</button></form></main>${ANALYTICS}</body>`,
    ),
  ],
  [
    'age gate',
    page(
      '',
      `<body><div id="age"><h1>Are you over 18?</h1><button>Yes</button><button>No</button></div><script src="/age.js"></script></body>`,
    ),
  ],
  [
    'choice of language',
    page(
      '',
      `<body><a href="/de/"><img src="/de.png" alt="Deutsch"></a><a href="/en/"><img src="/en.png" alt="English"></a><a href="/fr/">Français</a>${JQUERY}</body>`,
    ),
  ],
  // Consent and protection
  [
    'consent wall',
    page(
      '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>',
      `<body><div id="consent"><h1>We value your privacy</h1><p>We and our partners store information on a device, such as cookies, and process personal data to show you advertisements that fit.</p><button>Accept</button><button>Reject</button><a href="/privacy">Privacy</a></div></body>`,
    ),
  ],
  [
    'consent wall in german',
    page(
      '',
      `<body><h1>Zustimmung</h1><p>Um unsere Seite zu nutzen, stimmen Sie bitte der Verarbeitung Ihrer Daten zu, oder schließen Sie ein Abo ab.</p><a href="/abo">Abo</a><button>Zustimmen</button><script src="/cmp.js"></script></body>`,
      ' lang="de"',
    ),
  ],
  [
    'consent banner over text',
    page(
      '<script src="/consent.js"></script>',
      `<body><div id="cookie-banner"></div><h1>News</h1><p>${prose(5)}</p></body>`,
    ),
  ],
  [
    'captcha',
    page(
      '',
      '<body><h1>One more step</h1><p>Please complete the check to access the site.</p><form><div class="h-captcha" data-sitekey="x"></div><button>Continue</button></form><script src="https://hcaptcha.com/1/api.js"></script></body>',
    ),
  ],
  // Many programs
  [
    'much inline program',
    page(
      '',
      `<body><h1>Converter</h1><p>${prose(2)}</p><input name="a"><select><option>km</option></select>${LONG_PROGRAM}</body>`,
    ),
  ],
  [
    'a game with a manual',
    page('', `<body><canvas id="game"></canvas><h1>Snake</h1><p>${prose(4)}</p>${LONG_PROGRAM}</body>`),
  ],
  [
    'wordpress',
    page(
      '',
      `<body class="home blog"><header><a href="/">Blog</a></header><main id="main"><article><h2><a href="/1">First</a></h2><p>${prose(3)}</p></article></main>${JQUERY}${LONG_PROGRAM}</body>`,
    ),
  ],
  [
    'wordpress gallery',
    page('', `<body><div id="page"><div id="content">${gallery(12)}</div></div>${JQUERY}</body>`),
  ],
  [
    'shop with many scripts',
    page(
      TAG_MANAGER + ANALYTICS,
      `<body>${TAG_MANAGER_FRAME}${PIXEL}<nav><a href="/a">Bikes</a><a href="/b">Parts</a></nav><main>${cards(8)}</main>${JQUERY}</body>`,
    ),
  ],
  [
    'slider',
    page(
      '',
      `<body><div id="slider"><img src="/1.jpg"><img src="/2.jpg"><img src="/3.jpg"></div><h1>Hotel Alpenblick</h1><p>Zimmer ab 80 Euro</p>${JQUERY}</body>`,
    ),
  ],
  ['gallery', page('', `<body><h1>Photos</h1>${gallery(30)}<script src="/lightbox.js"></script></body>`)],
  [
    'gallery without text',
    page('', `<body><div id="container">${gallery(9)}</div><script src="/lightbox.js"></script></body>`),
  ],
  [
    'video',
    page(
      '',
      '<body><video src="/film.mp4" controls></video><h1>Trailer</h1><p>In cinemas from 4 June</p><script src="/player.js"></script></body>',
    ),
  ],
  [
    'map in a contact page',
    page(
      '',
      `<body><h1>How to find us</h1><p>Bahnhofstrasse 1, 8001 Zürich. Telephone +41 44 123 45 67.</p><div id="map"></div><script src="https://maps.googleapis.com/maps/api/js"></script></body>`,
    ),
  ],
  // Old and plain
  [
    'tables of 1999',
    `<HTML><BODY BGCOLOR=white><TABLE><TR><TD><A HREF=a.htm>Home</A><TD>${prose(3)}</TABLE><SCRIPT LANGUAGE=JavaScript>document.write(new Date().getFullYear())</SCRIPT></BODY></HTML>`,
  ],
  [
    'counter by document.write',
    `<html><body><h1>Verein</h1><p>Wir treffen uns jeden Montag.</p><script>document.write("<img src=/count.cgi>")</script></body></html>`,
  ],
  [
    'text by a noscript',
    page(
      '<script src="/reader.js"></script>',
      `<body><div id="app"></div><noscript><article><h1>Bikes</h1><p>${prose(10)}</p></article></noscript></body>`,
    ),
  ],
  [
    'documentation',
    page(
      '',
      `<body><nav><a href="/a">Start</a><a href="/b">Setup</a></nav><main id="main"><h1>Setup</h1><p>${prose(12)}</p><pre>npm install</pre></main><script src="/prism.js"></script></body>`,
    ),
  ],
  [
    'a page about javascript',
    page(
      '',
      '<body><h1>Loading scripts</h1><p>This page explains how to enable JavaScript in your browser. Open the settings, then choose Privacy. Loading takes a moment. JavaScript must be allowed for all sites.</p><ol><li>Open the menu</li><li>Choose Settings</li><li>Allow JavaScript</li></ol><script src="/a.js"></script></body>',
    ),
  ],
  [
    'japanese company',
    page(
      '',
      '<body><div id="wrapper"><h1>株式会社サンプル</h1><p>東京都千代田区丸の内一丁目。自転車の修理と販売を行っています。営業時間は午前九時から午後六時までです。</p></div><script src="/js/common.js"></script></body>',
      ' lang="ja"',
    ),
  ],
  [
    'chinese notice',
    page(
      '',
      '<body><div id="app"><h1>公告</h1><p>本站将于三月一日起停止服务，请各位用户及时备份数据。如有疑问请致电客服热线，或者发送电子邮件至我们的邮箱，我们将尽快回复。</p></div><script src="/js/a.js"></script></body>',
      ' lang="zh-CN"',
    ),
  ],
  [
    'arabic',
    page(
      '',
      '<body><main><h1>ورشة الدراجات</h1><p>نصلح جميع أنواع الدراجات في ورشتنا بجانب النهر كل يوم ما عدا الجمعة.</p></main><script src="/a.js"></script></body>',
      ' lang="ar" dir="rtl"',
    ),
  ],
  [
    'amp',
    '<!doctype html><html amp lang="en"><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script></head><body><h1>Story</h1><p>A short story about a wheel that rolled down the hill.</p><amp-img src="/a.jpg" width="300" height="200"></amp-img></body></html>',
  ],
  [
    'web components filled',
    page(
      '<script type="module" src="/components.js"></script>',
      `<body><site-header><a href="/">Home</a></site-header><main-content><h1>Fair</h1><p>${prose(3)}</p></main-content></body>`,
    ),
  ],
  [
    'shadow root by a server',
    page(
      '<script type="module" src="/components.js"></script>',
      `<body><my-app><template shadowrootmode="open"><h1>Fair</h1><p>${prose(4)}</p></template></my-app></body>`,
    ),
  ],
  [
    'pdf viewer page',
    page(
      '',
      '<body><object data="/menu.pdf" type="application/pdf" width="100%" height="900"></object><script src="/a.js"></script></body>',
    ),
  ],
  [
    'weather',
    page(
      '',
      '<body><h1>Vienna</h1><p>14 °C, cloudy</p><p>Tomorrow 17 °C, sunny</p><script src="/refresh.js"></script></body>',
    ),
  ],
  [
    'a choice of languages that leads telephones elsewhere',
    page(
      '<title>Bienvenue</title><script>if(screen.width<500)document.location="phone/index.html"</script>',
      '<body><a href="/fr/">Français</a> <a href="/en/">English</a></body>',
    ),
  ],
  [
    'a film as a home page',
    '<html><head><title>Studio</title></head><body bgcolor="black"><object data="intro.swf" width="800" height="600"></object></body></html>',
  ],
  [
    'a map beside an address',
    page(
      '<title>Pizzeria</title>',
      '<body><p>Pizzeria Roma, 12 High Street, open daily from noon</p><iframe src="https://maps.example/embed?pb=1" width="600" height="450"></iframe></body>',
    ),
  ],
  [
    'a domain that another site is shown in',
    '<html><head><title>shop</title></head><body><iframe src="//shops.example/acme" frameborder="0" width="100%"></iframe></body></html>',
  ],
];
