/* Sites that are written with the libraries that sites are written with. The source of each has no word of what it shows. */
import { JSON_TYPE, type ScriptSite } from './site.ts';

const ROOT = '<div id="root"></div>BUNDLE';
const word = (...parts: readonly string[]): string =>
  JSON.stringify(parts).replaceAll('"', "'") + ".join('')";

export const LIBRARY_SITES: readonly ScriptSite[] = [
  {
    name: 'react',
    body: ROOT,
    script: `import React, { useState, useEffect, createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
      window.React = React;
      function Page() { const [n, set] = useState(0); useEffect(() => set(1), []); return h('main', null, h('h1', null, ${word('Re', 'act bakery')}), n === 1 && h('a', { href: '/re' + 'act-menu' }, 'menu')); }
      createRoot(document.getElementById('root')).render(h(Page));`,
    texts: ['React bakery'],
    links: ['/react-menu'],
    globals: { React: '' },
  },
  {
    name: 'react-hydrated',
    body: '<div id="root"><main><h1>Loading</h1></main></div><script id="__NEXT_DATA__" type="application/json">{"page":"/","props":{"pageProps":{"dish":["So","up"]}}}</script>BUNDLE',
    script: `import { createElement as h, useEffect, useState } from 'react'; import { hydrateRoot } from 'react-dom/client';
      const { props } = JSON.parse(document.getElementById('__NEXT_DATA__').textContent); window.next = { version: '15.' + '1.0' };
      function Page() { const [dish, set] = useState('Loading'); useEffect(() => set(props.pageProps.dish.join('') + ' of the day'), []); return h('main', null, h('h1', null, dish)); }
      hydrateRoot(document.getElementById('root'), h(Page));`,
    texts: ['Soup of the day'],
    globals: { 'next.version': '15.1.0' },
  },
  {
    name: 'react-lazy',
    body: ROOT,
    script: `import { Suspense, lazy, createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
      const Late = lazy(() => new Promise((done) => setTimeout(() => done({ default: () => h('p', null, ${word('late ', 'part')}) }), 400)));
      createRoot(document.getElementById('root')).render(h(Suspense, { fallback: 'wait' }, h(Late)));`,
    texts: ['late part'],
  },
  {
    name: 'react-portal',
    body: `<div id="other"></div>${ROOT}`,
    script: `import { createElement as h } from 'react'; import { createPortal } from 'react-dom'; import { createRoot } from 'react-dom/client';
      createRoot(document.getElementById('root')).render(createPortal(h('p', null, ${word('through the ', 'portal')}), document.getElementById('other')));`,
    texts: ['through the portal'],
  },
  {
    name: 'vue',
    body: '<div id="app"></div>BUNDLE',
    script: `import * as Vue from 'vue/dist/vue.runtime.esm-browser.prod.js'; const { createApp, h, ref, onMounted } = Vue; window.Vue = { version: Vue.version.split('.')[0] + '.x' };
      createApp({ setup() { const name = ref(''); onMounted(() => { name.value = ${word('Vue ', 'garden')} }); return () => h('section', [h('h2', name.value), h('a', { href: '/vue' + '-roses' }, 'roses')]); } }).mount('#app');`,
    texts: ['Vue garden'],
    links: ['/vue-roses'],
    globals: { 'Vue.version': '3.x' },
  },
  {
    name: 'vue-templates',
    body: `<div id="app" v-cloak><p v-for="part in parts">{{ part.join('-') }}</p><a :href="'/t' + 'emplate'">x</a></div>BUNDLE`,
    script: `import { createApp } from 'vue/dist/vue.esm-browser.prod.js'; createApp({ data: () => ({ parts: [['one', 'a'], ['two', 'b']] }) }).mount('#app');`,
    texts: ['one-a', 'two-b'],
    links: ['/template'],
  },
  {
    name: 'vue-fetches',
    body: '<div id="app"></div>BUNDLE',
    script: `import { createApp, h, ref } from 'vue/dist/vue.runtime.esm-browser.prod.js'; const rows = ref([]);
      fetch('/rows.json').then((answer) => answer.json()).then((found) => { rows.value = found; }); createApp({ render: () => h('ul', rows.value.map((row) => h('li', row))) }).mount('#app');`,
    files: { '/rows.json': [JSON_TYPE, '["row of the server"]'] },
    texts: ['row of the server'],
    requests: true,
  },
  {
    name: 'svelte',
    body: '<div id="app"></div>BUNDLE',
    script: `import { mount } from 'svelte'; import Page from 'page.svelte'; mount(Page, { target: document.getElementById('app') });`,
    files: {
      'page.svelte': [
        '',
        `<script>let parts = $state(['Svelte', 'harbour']); let n = $state(0); $effect(() => { n = 3; });</script><h1>{parts.join(' ')}</h1>{#each Array.from({ length: n }) as _, i}<a href={'/pier' + i}>pier</a>{/each}`,
      ],
    },
    texts: ['Svelte harbour'],
    links: ['/pier0', '/pier2'],
  },
  {
    name: 'preact',
    body: ROOT,
    script: `import { h, render } from 'preact'; render(h('article', null, h('h1', null, ${word('Pre', 'act library')}), h('a', { href: '/sh' + 'elf' }, 'shelf')), document.getElementById('root'));`,
    texts: ['Preact library'],
    links: ['/shelf'],
  },
  {
    name: 'preact-hooks',
    body: ROOT,
    script: `import { h, render } from 'preact'; import { useEffect, useState } from 'preact/hooks';
      const Page = () => { const [text, set] = useState('wait'); useEffect(() => { const timer = setTimeout(() => set(${word('after ', 'a moment')}), 300); return () => clearTimeout(timer); }, []); return h('p', null, text); };
      render(h(Page), document.getElementById('root'));`,
    texts: ['after a moment'],
  },
  {
    name: 'lit',
    body: '<my-page></my-page>BUNDLE',
    script: `import { LitElement, html } from 'lit'; customElements.define('my-page', class extends LitElement { render() { return html\`<h1>\${${word('Lit ', 'workshop')}}</h1><a href=\${'/lit' + '-tools'}>tools</a><slot></slot>\`; } });`,
    texts: ['Lit workshop'],
    links: ['/lit-tools'],
    globals: { litElementVersions: '' },
  },
  {
    name: 'lit-nested',
    body: '<out-er></out-er>BUNDLE',
    script: `import { LitElement, html } from 'lit';
      customElements.define('inn-er', class extends LitElement { static properties = { text: {} }; render() { return html\`<em>\${this.text}</em>\`; } });
      customElements.define('out-er', class extends LitElement { render() { return html\`<inn-er .text=\${${word('shadow in ', 'shadow')}}></inn-er>\`; } });`,
    texts: ['shadow in shadow'],
  },
  {
    name: 'alpine',
    body: `<div x-data="{ parts: ['Alp', 'ine hut'] }"><h1 x-text="parts.join('')"></h1><template x-if="parts.length === 2"><a :href="'/h' + 'ut'">x</a></template></div>BUNDLE`,
    script: `import Alpine from 'alpinejs'; window.Alpine = Alpine; Alpine.start();`,
    texts: ['Alpine hut'],
    links: ['/hut'],
    globals: { Alpine: '' },
  },
  {
    name: 'mithril',
    body: ROOT,
    script: `import m from 'mithril'; m.mount(document.getElementById('root'), { view: () => m('main', [m('h1', ${word('Mith', 'ril mine')}), m('a', { href: '/sh' + 'aft' }, 'shaft')]) });`,
    texts: ['Mithril mine'],
    links: ['/shaft'],
  },
  {
    name: 'jquery',
    body: '<div id="list"></div>BUNDLE',
    script: `import $ from 'jquery'; window.jQuery = window.$ = $; $.getJSON('/list.json', (list) => { for (const name of list) $('#list').append($('<a>').attr('href', '/' + name).text(name + ' by jQuery')); });`,
    files: { '/list.json': [JSON_TYPE, '["first","second"]'] },
    texts: ['first by jQuery', 'second by jQuery'],
    links: ['/first', '/second'],
    globals: { jQuery: '', $: '' },
    requests: true,
  },
  {
    name: 'jquery-loads',
    body: '<div id="part"></div>BUNDLE',
    script: `import $ from 'jquery'; $(() => $('#part').load('/part.html #inner'));`,
    files: { '/part.html': ['text/html', '<div><p id="inner">part that was loaded</p></div>'] },
    texts: ['part that was loaded'],
    requests: true,
  },
];
