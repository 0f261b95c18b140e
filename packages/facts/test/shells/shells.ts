// Shells of applications as build tools and frameworks write them: only scripts write what they show.
import {
  ANALYTICS,
  type LabelledPage,
  page,
  PIXEL,
  SPINNER,
  TAG_MANAGER,
  TAG_MANAGER_FRAME,
} from './parts.ts';

const TITLE = '<title>Dashboard</title>';
const CRA_NOSCRIPT = '<noscript>You need to enable JavaScript to run this app.</noscript>';
const CRA_SCRIPT = '<script defer="defer" src="/static/js/main.3f2c1a90.js"></script>';
const VUE_NOSCRIPT =
  "<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>";
const VITE_SCRIPT =
  '<script type="module" crossorigin src="/assets/index-4c3f1c2d.js"></script><link rel="modulepreload" href="/assets/vendor-1.js">';
const MODULE = '<script type="module" src="/src/main.js"></script>';

export const SHELLS: readonly LabelledPage[] = [
  // Vite
  [
    'vite react',
    page(`<link rel="icon" href="/vite.svg">${TITLE}${VITE_SCRIPT}`, '<body><div id="root"></div></body>'),
  ],
  ['vite vue', page(`<title>Vite App</title>${VITE_SCRIPT}`, '<body><div id="app"></div></body>')],
  [
    'vite in development',
    page('<script type="module" src="/@vite/client"></script>', `<body><div id="app"></div>${MODULE}</body>`),
  ],
  [
    'vite with legacy chunks',
    page(
      VITE_SCRIPT,
      '<body><div id="app"></div><script nomodule>!function(){var e=document,t=e.createElement("script");t.onbeforeload=1}();</script><script nomodule crossorigin id="vite-legacy-entry" data-src="/assets/index-legacy.js">System.import(document.getElementById("vite-legacy-entry").getAttribute("data-src"))</script></body>',
    ),
  ],
  [
    'vite with tag manager',
    page(`${TAG_MANAGER}${TITLE}${VITE_SCRIPT}`, `<body>${TAG_MANAGER_FRAME}<div id="root"></div></body>`),
  ],
  [
    'vite with splash',
    page(
      `${TITLE}${VITE_SCRIPT}<style>.splash{display:flex}</style>`,
      `<body><div id="app"><div class="splash">${SPINNER}<p>Loading...</p></div></div></body>`,
    ),
  ],
  ['vite lit', page(VITE_SCRIPT, '<body><my-app></my-app></body>')],
  ['vite preact', page(`${TITLE}${VITE_SCRIPT}`, '<body><div id="app"></div></body>', ' lang="de"')],
  ['vite svelte', page(VITE_SCRIPT, '<body><div id="app"></div></body>')],
  [
    'vite solid',
    page(
      VITE_SCRIPT,
      '<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body>',
    ),
  ],
  // Create React App
  [
    'cra',
    page(TITLE, `<body>${CRA_NOSCRIPT}<div id="root"></div></body>`).replace(
      '</head>',
      `${CRA_SCRIPT}</head>`,
    ),
  ],
  [
    'cra minified',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"/><link rel="icon" href="/favicon.ico"/><meta name="theme-color" content="#000000"/><title>React App</title>${CRA_SCRIPT}<link href="/static/css/main.css" rel="stylesheet"></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`,
  ],
  [
    'cra 3 with runtime',
    page(
      TITLE,
      `<body>${CRA_NOSCRIPT}<div id="root"></div><script>!function(e){function t(t){for(var n,a,i=t[0]}}([])</script><script src="/static/js/2.d2d9e2d2.chunk.js"></script><script src="/static/js/main.29a0409c.chunk.js"></script></body>`,
    ),
  ],
  [
    'cra with pixel and chat',
    page(
      `${TITLE}${ANALYTICS}`,
      `<body>${CRA_NOSCRIPT}${PIXEL}<div id="root"></div><div id="modal-root"></div>${CRA_SCRIPT}</body>`,
    ),
  ],
  [
    'cra with splash logo',
    page(
      TITLE,
      `<body>${CRA_NOSCRIPT}<div id="root"><img src="/logo.svg" alt="Logo"><h1>Acme</h1></div>${CRA_SCRIPT}</body>`,
    ),
  ],
  [
    'cra in polish',
    page(
      '<title>Panel klienta</title>',
      `<body><noscript>Aby uruchomić tę aplikację, włącz JavaScript.</noscript><div id="root"></div>${CRA_SCRIPT}</body>`,
      ' lang="pl"',
    ),
  ],
  [
    'react-root',
    page(
      '',
      '<body style="background-color:#fff"><div id="react-root" style="height:100%;display:flex;"></div><script src="/main.js"></script></body>',
    ),
  ],
  [
    'react-app',
    page('', '<body class="light"><div id="react-app"></div><script src="/dist/bundle.js"></script></body>'),
  ],
  // Vue CLI and Quasar
  [
    'vue cli',
    page(
      `${TITLE}<link href="/js/app.8f1.js" rel="preload" as="script">`,
      `<body>${VUE_NOSCRIPT}<div id="app"></div><script src="/js/chunk-vendors.1a.js"></script><script src="/js/app.8f1.js"></script></body>`,
    ),
  ],
  [
    'vue cli minified',
    `<!DOCTYPE html><html lang=""><head><meta charset=utf-8><meta http-equiv=X-UA-Compatible content="IE=edge"><link rel=icon href=/favicon.ico><title>shop</title><link href=/css/app.css rel=preload as=style></head><body>${VUE_NOSCRIPT}<div id=app></div><script src=/js/chunk-vendors.js></script><script src=/js/app.js></script></body></html>`,
  ],
  [
    'vue with cloak',
    page(
      '<style>[v-cloak]{display:none}</style>',
      '<body><div id="shop-front" v-cloak></div><script src="/vue.js"></script><script src="/shop.js"></script></body>',
    ),
  ],
  [
    'quasar',
    page(
      '<title>Quasar App</title>',
      '<body><div id="q-app"></div><script type="module" src="/assets/index.js"></script></body>',
    ),
  ],
  [
    'vue in chinese',
    page(
      '<title>管理系统</title>',
      '<body><noscript><strong>很抱歉，如果没有启用JavaScript，本系统将无法正常工作。请启用它以继续。</strong></noscript><div id="app"></div><script src="/js/app.js"></script></body>',
      ' lang="zh-CN"',
    ),
  ],
  [
    'vue admin with loader',
    page(
      '<title>管理系统</title><style>#loader-wrapper{position:fixed}</style>',
      '<body><div id="app"><div id="loader-wrapper"><div id="loader"></div><div class="load_title">正在加载系统资源，请耐心等待</div></div></div><script src="/js/app.js"></script></body>',
      ' lang="zh-CN"',
    ),
  ],
  [
    'uni-app',
    page(
      '<script>var coverSupport="CSS" in window;document.write("<meta name=viewport>")</script>',
      '<body><div id="app"><!--app-html--></div><script type="module" src="/main.js"></script></body>',
    ),
  ],
  // Next.js
  [
    'next pages without server',
    page(
      '<script src="/_next/static/chunks/main.js" defer></script>',
      '<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/","query":{},"buildId":"x","nextExport":true,"autoExport":true,"isFallback":false}</script></body>',
    ),
  ],
  [
    'next pages with spinner',
    page(
      '<script src="/_next/static/chunks/main.js" defer></script>',
      `<body><div id="__next"><div class="spinner" role="status"><span class="sr-only">Loading...</span></div></div><script id="__NEXT_DATA__" type="application/json">{"page":"/app"}</script></body>`,
    ),
  ],
  [
    'next app router without server',
    page(
      '<script src="/_next/static/chunks/main-app.js" async></script>',
      '<body><!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><!--/$--><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n"])</script></body>',
    ),
  ],
  [
    'next in a fallback',
    page(
      '<script src="/_next/static/chunks/framework.js" defer></script>',
      '<body><noscript data-n-css></noscript><div id="__next" data-reactroot=""></div><next-route-announcer><p aria-live="assertive"></p></next-route-announcer></body>',
    ),
  ],
  // Nuxt
  [
    'nuxt 3 without server',
    page(
      '<script type="module" src="/_nuxt/entry.js" crossorigin></script>',
      '<body><div id="__nuxt"></div><div id="teleports"></div><script type="application/json" id="__NUXT_DATA__" data-ssr="false">[{"serverRendered":1},false]</script><script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/"}}</script></body>',
    ),
  ],
  [
    'nuxt 2 without server',
    page(
      '<link rel="preload" href="/_nuxt/app.js" as="script">',
      '<body><div id="__nuxt"><style>#nuxt-loading{opacity:0}</style><script>window.addEventListener("error",function(){})</script><div id="nuxt-loading" aria-live="polite" role="status"><div>Loading...</div></div></div><script src="/_nuxt/runtime.js"></script><script src="/_nuxt/app.js"></script></body>',
    ),
  ],
  [
    'nuxt 3 with loader',
    page(
      '',
      `<body><div id="__nuxt"></div><div class="loader">${SPINNER}</div><script type="module" src="/_nuxt/index.js"></script></body>`,
    ),
  ],
  // Angular
  [
    'angular',
    page(
      '<base href="/"><title>MyApp</title>',
      '<body><app-root></app-root><script src="runtime.js" type="module"></script><script src="polyfills.js" type="module"></script><script src="main.js" type="module"></script></body>',
    ),
  ],
  [
    'angular with splash',
    page(
      '<base href="/"><title>Portal</title>',
      `<body class="mat-typography"><app-root><div class="loading">${SPINNER} Bitte warten …</div></app-root><noscript>Please enable JavaScript to continue using this application.</noscript><script src="main-es2015.js" type="module"></script></body>`,
    ),
  ],
  [
    'angular with own prefix',
    page(
      '<base href="/">',
      '<body><shop-root></shop-root><script src="main.js" type="module"></script></body>',
    ),
  ],
  [
    'angularjs view',
    '<!DOCTYPE html><html ng-app="portal"><head><title>Portal</title><script src="/bower_components/angular/angular.js"></script><script src="/app/app.js"></script></head><body><div ng-view></div></body></html>',
  ],
  [
    'angularjs ui router',
    '<html><head><title>App</title></head><body ng-app="app"><div ui-view></div><script src="scripts/vendor.js"></script><script src="scripts/app.js"></script></body></html>',
  ],
  [
    'ionic angular',
    page(
      '<base href="/">',
      '<body><app-root></app-root><noscript>Please enable JavaScript</noscript><script type="module" src="/build/app.esm.js"></script></body>',
    ),
  ],
  // Svelte, SvelteKit, Gatsby, Remix, Astro
  [
    'sveltekit without server',
    page(
      '<link rel="modulepreload" href="/_app/immutable/entry/start.js">',
      '<body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{__sveltekit_1a2b={base:""};const element=document.currentScript.parentElement;Promise.all([import("/_app/immutable/entry/start.js"),import("/_app/immutable/entry/app.js")]).then(([kit,app])=>{kit.start(app,element)})}</script></div></body>',
    ),
  ],
  [
    'svelte template',
    "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Svelte app</title><link rel='stylesheet' href='/build/bundle.css'><script defer src='/build/bundle.js'></script></head><body></body></html>",
  ],
  [
    'gatsby in development',
    page(
      '',
      '<body><noscript id="gatsby-noscript">This app works best with JavaScript enabled.</noscript><div id="___gatsby"></div><script src="/commons.js"></script></body>',
    ),
  ],
  [
    'gatsby client only',
    page(
      '',
      '<body><div id="___gatsby"><div style="outline:none" tabindex="-1" id="gatsby-focus-wrapper"></div><div id="gatsby-announcer" aria-live="assertive"></div></div><script src="/app-1a.js" async></script></body>',
    ),
  ],
  [
    'remix spa',
    page(
      '<link rel="modulepreload" href="/assets/entry.client.js">',
      '<body><p>Loading...</p><script>window.__remixContext = {"url":"/","isSpaMode":true};</script><script type="module" async="">import "/assets/manifest.js"; import * as route0 from "/assets/root.js"; import("/assets/entry.client.js");</script></body>',
    ),
  ],
  [
    'astro client only',
    page(
      '',
      '<body><astro-island uid="Z1" component-url="/_astro/App.js" renderer-url="/_astro/client.js" props="{}" ssr="" client="only" opts="{}" await-children></astro-island><script>(()=>{var e=async t=>{await(await t())()};(self.Astro||(self.Astro={})).only=e;})();</script><script type="module" src="/_astro/hoisted.js"></script></body>',
    ),
  ],
  // Ember, Meteor, Aurelia, Polymer, Backbone, Dojo
  [
    'ember',
    page(
      '<meta name="web/config/environment" content="%7B%22modulePrefix%22%3A%22web%22%7D"><link rel="stylesheet" href="/assets/vendor.css">',
      '<body><script src="/assets/vendor.js"></script><script src="/assets/web.js"></script><div id="ember-basic-dropdown-wormhole"></div></body>',
    ),
  ],
  [
    'meteor react',
    '<html><head><link rel="stylesheet" type="text/css" href="/1a.css?meteor_css_resource=true"><title>Meteor</title></head><body><div id="react-target"></div><script type="text/javascript">__meteor_runtime_config__ = JSON.parse(decodeURIComponent("%7B%7D"))</script><script type="text/javascript" src="/1a.js?meteor_js_resource=true"></script></body></html>',
  ],
  [
    'aurelia',
    '<!DOCTYPE html><html><head><title>Aurelia</title></head><body aurelia-app="main"><div class="splash"><div class="message">App</div><i class="fa fa-spinner fa-spin"></i></div><script src="scripts/vendor-bundle.js" data-main="aurelia-bootstrapper"></script></body></html>',
  ],
  [
    'polymer',
    '<!doctype html><html lang="en"><head><title>My App</title><script src="/bower_components/webcomponentsjs/webcomponents-loader.js"></script><link rel="import" href="/src/my-app.html"></head><body><my-app></my-app><noscript>Please enable JavaScript to view this website.</noscript></body></html>',
  ],
  [
    'backbone with require',
    '<!DOCTYPE html><html><head><title>Mail</title><script data-main="js/main" src="js/require.js"></script></head><body><div id="app"></div></body></html>',
  ],
  ['mithril', '<!doctype html><body><script src="bin/app.js"></script></body>'],
  [
    'elm',
    '<html><head><title>Main</title><script src="elm.js"></script></head><body><div id="elm"></div><script>var app = Elm.Main.init({ node: document.getElementById("elm") });</script></body></html>',
  ],
  // Compiled to WebAssembly, and other platforms
  [
    'flutter',
    page(
      '<base href="/"><link rel="manifest" href="manifest.json"><title>flutter_app</title>',
      '<body><script src="flutter_bootstrap.js" async></script></body>',
    ),
  ],
  [
    'flutter 2',
    page(
      '<base href="/">',
      '<body><script>var serviceWorkerVersion = "1"; window.addEventListener("load", function(ev) { _flutter.loader.loadEntrypoint({ serviceWorker: {} }) });</script><script src="main.dart.js" type="application/javascript"></script></body>',
    ),
  ],
  [
    'blazor',
    page(
      '<base href="/"><title>BlazorApp</title>',
      '<body><div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%"/></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui">An unhandled error has occurred.<a href="." class="reload">Reload</a><span class="dismiss">🗙</span></div><script src="_framework/blazor.webassembly.js"></script></body>',
    ),
  ],
  [
    'blazor 3',
    page(
      '<base href="/">',
      '<body><app>Loading...</app><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div><script src="_framework/blazor.webassembly.js"></script></body>',
    ),
  ],
  [
    'yew by trunk',
    page(
      '<title>Yew</title><link rel="preload" href="/app_bg.wasm" as="fetch" type="application/wasm"><link rel="modulepreload" href="/app.js">',
      '<body><script type="module">import init from "/app.js"; init("/app_bg.wasm");</script></body>',
    ),
  ],
  [
    'unity',
    '<!DOCTYPE html><html lang="en-us"><head><title>Unity WebGL Player | Game</title></head><body><div id="unity-container" class="unity-desktop"><canvas id="unity-canvas" width=960 height=600></canvas><div id="unity-loading-bar"><div id="unity-logo"></div></div><div id="unity-footer"><div id="unity-build-title">Game</div></div></div><script>var script = document.createElement("script"); script.src = "Build/game.loader.js"; document.body.appendChild(script);</script></body></html>',
  ],
  [
    'gwt',
    '<!doctype html><html><head><title>Console</title><script type="text/javascript" src="console/console.nocache.js"></script></head><body><iframe src="javascript:\'\'" id="__gwt_historyFrame" style="position:absolute;width:0;height:0;border:0"></iframe><noscript><div>Your web browser must have JavaScript enabled in order for this application to display correctly.</div></noscript></body></html>',
  ],
  [
    'vaadin',
    page(
      '<script type="module" src="/VAADIN/build/index.js"></script>',
      '<body><div id="outlet"></div></body>',
    ),
  ],
  [
    'extjs',
    '<!DOCTYPE HTML><html manifest=""><head><title>Admin</title><script id="microloader" data-app="1" type="text/javascript" src="bootstrap.js"></script></head><body></body></html>',
  ],
  [
    'ui5',
    page(
      '<script id="sap-ui-bootstrap" src="resources/sap-ui-core.js" data-sap-ui-theme="sap_horizon" data-sap-ui-oninit="module:sap/ui/core/ComponentSupport"></script>',
      '<body class="sapUiBody sapUiSizeCompact" id="content"><div data-sap-ui-component data-name="shop" data-id="container"></div></body>',
    ),
  ],
  // Documents and tools that scripts write
  [
    'docsify',
    page(
      '<title>Document</title>',
      '<body><div id="app">Loading...</div><script>window.$docsify={name:"docs"}</script><script src="//cdn.jsdelivr.net/npm/docsify@4"></script></body>',
    ),
  ],
  [
    'swagger ui',
    page(
      '<title>Swagger UI</title>',
      '<body><div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script><script src="./swagger-initializer.js"></script></body>',
    ),
  ],
  [
    'redoc',
    page(
      '<title>API</title>',
      '<body><redoc spec-url="openapi.yaml"></redoc><script src="https://cdn.redoc.ly/redoc.standalone.js"></script></body>',
    ),
  ],
  [
    'storybook',
    page(
      '<title>Storybook</title>',
      '<body><div id="root"></div><div id="docs-root"></div><script>window["FEATURES"]={};</script><script type="module" src="./sb-manager/runtime.js"></script></body>',
    ),
  ],
  // Own build: webpack, esbuild, Parcel, a CDN
  [
    'webpack',
    '<!doctype html><html><head><meta charset="utf-8"><title>Webpack App</title><script defer src="bundle.js"></script></head><body></body></html>',
  ],
  ['parcel', page('', '<body><div id="app"></div><script src="/index.1a2b.js" defer></script></body>')],
  [
    'react from a cdn',
    page(
      '<script src="https://unpkg.com/react@18/umd/react.production.min.js"></script><script src="https://unpkg.com/react-dom@18/umd/react-dom.production.min.js"></script>',
      '<body><div id="like_button_container"></div><script>ReactDOM.createRoot(document.getElementById("like_button_container")).render(React.createElement(App))</script></body>',
    ),
  ],
  [
    'inline program',
    '<html><head><title>Numbers</title></head><body><script>fetch("/data.json").then(r=>r.json()).then(rows=>{document.body.innerHTML=rows.map(r=>"<p>"+r+"</p>").join("")})</script></body></html>',
  ],
  [
    'document.write',
    '<html><head><title>Old</title></head><body><script>document.write("<h1>"+title+"</h1>")</script></body></html>',
  ],
  // With a frame of a page around the application
  [
    'header and footer',
    page(
      `${TITLE}${TAG_MANAGER}`,
      '<body><header><a href="/"><img src="/logo.png" alt="Acme"></a><a href="/login">Log in</a></header><div id="app"></div><footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> © Acme 2026</footer><script src="/js/app.js"></script></body>',
    ),
  ],
  [
    'laravel with inertia',
    page(
      '<title inertia>Laravel</title><script type="module" src="/build/assets/app.js"></script>',
      '<body class="font-sans antialiased"><div id="app" data-page="{&quot;component&quot;:&quot;Home&quot;,&quot;props&quot;:{&quot;errors&quot;:{}},&quot;url&quot;:&quot;/&quot;}"></div></body>',
    ),
  ],
  [
    'rails with webpacker',
    '<!DOCTYPE html><html><head><title>Shop</title><meta name="csrf-token" content="x"><script src="/packs/js/application-1a.js" defer="defer"></script></head><body><div id="root"></div></body></html>',
  ],
  [
    'hidden description for engines',
    page(
      `<meta name="description" content="A shop">${TITLE}`,
      `<body>${CRA_NOSCRIPT}<h1 hidden></h1><div id="root"></div>${CRA_SCRIPT}<script type="application/ld+json">{"@context":"https://schema.org","name":"Shop"}</script></body>`,
    ),
  ],
  [
    'old browsers',
    page(
      '',
      '<body><!--[if lt IE 9]><p>Please upgrade your browser.</p><![endif]--><div id="app-container"></div><script src="/app.js"></script></body>',
    ),
  ],
  [
    'app shell with navigation',
    page(
      '',
      '<body><div id="app"><nav><a href="/">Acme</a></nav><main class="skeleton"><div></div><div></div></main></div><script type="module" src="/main.js"></script></body>',
    ),
  ],
  // Pages that lead elsewhere, and those that frames fill
  [
    'a redirect to a language',
    '<html><head><script>var l=(navigator.language||"en").slice(0,2);window.location.href="/"+(l=="de"?"de":"en")+"/";</script></head><body></body></html>',
  ],
  [
    'a redirect with a notice',
    page(
      '<title>Redirecting</title>',
      '<body><p>You are being redirected, <a href="/home">click here</a> if nothing happens.</p><script>setTimeout(function(){location.replace(target())},500)</script></body>',
    ),
  ],
  [
    'a frame of the site',
    '<html><head><title>App</title></head><body style="margin:0"><iframe src="/app/index.html" width="100%" height="100%"></iframe></body></html>',
  ],
  [
    'a frame that a script fills',
    page(
      '',
      '<body><iframe id="view" src="about:blank"></iframe><script>view.contentDocument.write(template())</script></body>',
    ),
  ],
  ['a frame with its source', page('', '<body><iframe srcdoc="&lt;h1&gt;Acme&lt;/h1&gt;"></iframe></body>')],
];
