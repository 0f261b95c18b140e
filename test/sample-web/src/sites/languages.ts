// Sites in many languages that declare, or do not declare, their encoding in different ways.
import { html } from '../answer.ts';
import { type SampleSite, source } from '../site.ts';

export function languageSites(): readonly SampleSite[] {
  return [
    {
      domain: 'tischlerei-hamburg.example',
      shows: 'German in windows-1252 that nothing declares; TYPO3 behind Apache',
      answers: {
        '/': html(source('tischlerei-hamburg.example/index.html'), {
          encoding: 'windows-1252',
          contentType: 'text/html',
          headers: { server: 'Apache/2.4.62 (Debian)' },
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://tischlerei-hamburg.example/'],
        title: 'Tischlerei Möwe – Möbel nach Maß aus Hamburg',
        emails: ['werkstatt@tischlerei-hamburg.example'],
        phones: ['+494066969120'],
        country: 'DE',
        languages: { declared: 'de', content: 'de' },
        technologies: ['TYPO3 CMS', 'PHP', 'Apache HTTP Server'],
        charset: 'windows-1252',
      },
    },
    {
      domain: 'taller-sevilla.example',
      shows:
        'Spanish in iso-8859-1 that only a meta declares; Joomla, Google Analytics; a profile and a pin button',
      answers: {
        '/': html(source('taller-sevilla.example/index.html'), {
          encoding: 'iso-8859-1',
          contentType: 'text/html',
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://taller-sevilla.example/'],
        title: 'Taller Azahar: cerámica pintada a mano en Sevilla',
        description: 'Azulejos, platos y macetas pintados a mano según la tradición andaluza.',
        emails: ['taller@taller-sevilla.example'],
        social: ['https://pinterest.com/tallerazahar'],
        // `es-ES` is the default of much software.
        country: null,
        languages: { declared: 'es', content: 'es' },
        technologies: ['Joomla', 'PHP', 'Google Analytics'],
        charset: 'windows-1252',
      },
    },
    {
      domain: 'tea-house-kyoto.example',
      shows: 'Japanese in Shift_JIS that only a meta declares; jQuery 1; keywords with three kinds of comma',
      answers: {
        '/': html(source('tea-house-kyoto.example/index.html'), {
          encoding: 'shift_jis',
          contentType: 'text/html',
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://tea-house-kyoto.example/'],
        title: '茶房ゆきの｜京都の小さな日本茶専門店',
        keywords: ['日本茶', '抹茶', '和菓子', '京都'],
        emails: ['yoyaku@tea-house-kyoto.example'],
        country: 'JP',
        languages: { declared: 'ja', content: 'ja' },
        technologies: ['jQuery'],
        charset: 'shift_jis',
      },
    },
    {
      domain: 'onsen-beppu.example',
      shows: 'Japanese in EUC-JP that only the header declares; Bootstrap 4',
      answers: { '/': html(source('onsen-beppu.example/index.html'), { encoding: 'euc-jp' }) },
      expected: {
        outcome: 'indexed',
        pages: ['http://onsen-beppu.example/'],
        title: '湯の宿 きりしま - 別府温泉',
        emails: [],
        languages: { declared: 'ja', content: 'ja' },
        technologies: ['Bootstrap'],
        charset: 'euc-jp',
      },
    },
    {
      domain: 'biblioteka-kazan.example',
      shows: 'Russian in windows-1251 by the header; 1C-Bitrix, Yandex.Metrika; a profile and a share link',
      answers: { '/': html(source('biblioteka-kazan.example/index.html'), { encoding: 'windows-1251' }) },
      expected: {
        outcome: 'indexed',
        pages: ['http://biblioteka-kazan.example/'],
        title: 'Городская библиотека имени вымышленного автора',
        emails: ['zal@biblioteka-kazan.example'],
        social: ['https://vk.com/biblioteka_vymysel'],
        country: null,
        languages: { declared: 'ru', content: 'ru' },
        technologies: ['1C-Bitrix', 'PHP', 'Yandex.Metrika'],
        charset: 'windows-1251',
      },
    },
    {
      domain: 'chess-novosibirsk.example',
      shows: 'Russian in KOI8-R that only a meta declares',
      answers: {
        '/': html(source('chess-novosibirsk.example/index.html'), {
          encoding: 'koi8-r',
          contentType: 'text/html',
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://chess-novosibirsk.example/'],
        title: 'Шахматный клуб "Белая ладья"',
        description: null,
        languages: { declared: 'ru', content: 'ru' },
        charset: 'koi8-r',
      },
    },
    {
      domain: 'piekarnia-krakow.example',
      shows: 'Polish in iso-8859-2 by the header; Bootstrap 5 from a CDN, Google fonts',
      answers: { '/': html(source('piekarnia-krakow.example/index.html'), { encoding: 'iso-8859-2' }) },
      expected: {
        outcome: 'indexed',
        pages: ['http://piekarnia-krakow.example/'],
        title: 'Piekarnia Żytnia: świeży chleb na zakwasie',
        emails: ['zamowienia@piekarnia-krakow.example'],
        languages: { declared: 'pl', content: 'pl' },
        technologies: ['Bootstrap', 'Google Font API'],
        charset: 'iso-8859-2',
      },
    },
    {
      domain: 'kilim-izmir.example',
      shows: 'Turkish in iso-8859-9 by a meta: dotted and dotless i in both cases',
      answers: {
        '/': html(source('kilim-izmir.example/index.html'), {
          encoding: 'iso-8859-9',
          contentType: 'text/html',
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://kilim-izmir.example/'],
        title: 'İzmir Kilim Atölyesi',
        emails: ['atolye@kilim-izmir.example'],
        languages: { declared: 'tr', content: 'tr' },
        charset: 'windows-1254',
      },
    },
    {
      domain: 'olive-crete.example',
      shows: 'Greek in windows-1253 by the header; Drupal',
      answers: {
        '/': html(source('olive-crete.example/index.html'), {
          encoding: 'windows-1253',
          headers: { 'x-generator': 'Drupal 10 (https://www.drupal.org)' },
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://olive-crete.example/'],
        title: 'Ελαιώνας Κρήτης – εξαιρετικό παρθένο ελαιόλαδο',
        emails: ['info@olive-crete.example'],
        languages: { declared: 'el', content: 'el' },
        technologies: ['Drupal', 'PHP'],
        charset: 'windows-1253',
      },
    },
    {
      domain: 'oud-cairo.example',
      shows: 'Arabic in utf-8, right to left; React; a description from Open Graph',
      answers: { '/': html(source('oud-cairo.example/index.html')) },
      expected: {
        outcome: 'indexed',
        pages: ['http://oud-cairo.example/'],
        title: 'ورشة النغم لصناعة العود',
        description: 'آلات عود مصنوعة يدويا في القاهرة.',
        social: ['https://youtube.com/@warshat-alnagham'],
        country: 'EG',
        languages: { declared: 'ar', content: 'ar' },
        technologies: ['React'],
        charset: 'utf-8',
      },
    },
    {
      domain: 'silk-suzhou.example',
      shows: 'Chinese in GBK that a meta calls gb2312; Baidu Analytics',
      answers: {
        '/': html(source('silk-suzhou.example/index.html'), { encoding: 'gbk', contentType: 'text/html' }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://silk-suzhou.example/'],
        title: '苏州云锦丝绸坊',
        keywords: ['丝绸', '旗袍', '苏州', '手工刺绣'],
        country: 'CN',
        languages: { declared: 'zh', content: 'zh' },
        technologies: ['Baidu Analytics (百度统计)'],
        charset: 'gbk',
      },
    },
    {
      domain: 'night-market-taipei.example',
      shows: 'Chinese in Big5 by the header',
      answers: { '/': html(source('night-market-taipei.example/index.html'), { encoding: 'big5' }) },
      expected: {
        outcome: 'indexed',
        pages: ['http://night-market-taipei.example/'],
        title: '河岸夜市美食地圖',
        emails: ['editor@night-market-taipei.example'],
        // zh-TW is what much software writes for traditional Chinese, also in Hong Kong and Macao.
        country: null,
        languages: { declared: 'zh', content: 'zh' },
        charset: 'big5',
      },
    },
    {
      domain: 'robotics-club.example',
      shows: 'English in UTF-16 with a byte order mark and no other word about it',
      answers: {
        '/': html(source('robotics-club.example/index.html'), {
          encoding: 'utf-16le',
          contentType: 'text/html',
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://robotics-club.example/'],
        title: 'Robotics Club – we build machines that walk',
        emails: ['treasurer@robotics-club.example'],
        country: null,
        languages: { declared: 'en', content: 'en' },
        charset: 'utf-16le',
      },
    },
    {
      domain: 'fado-porto.example',
      shows: 'header and meta in conflict: the header, which wins, is right',
      answers: { '/': html(source('fado-porto.example/index.html')) },
      expected: {
        outcome: 'indexed',
        pages: ['http://fado-porto.example/'],
        title: 'Casa de Fado São Roque – música e vinho no Porto',
        emails: ['reservas@fado-porto.example'],
        country: 'PT',
        languages: { declared: 'pt', content: 'pt' },
        charset: 'utf-8',
      },
    },
    {
      domain: 'harbour-museum.example',
      shows: 'a wrong declaration: utf-8 that the header calls iso-8859-1 reads as browsers show it',
      answers: {
        '/': html(source('harbour-museum.example/index.html'), {
          contentType: 'text/html; charset=iso-8859-1',
          takenFor: 'windows-1252',
        }),
      },
      expected: {
        outcome: 'indexed',
        pages: ['http://harbour-museum.example/'],
        title: 'Harbour Museum CafÃ©',
        country: null,
        languages: { declared: 'en', content: 'en' },
        charset: 'windows-1252',
      },
    },
    {
      domain: 'velo-lausanne.example',
      shows: 'no content type at all: the body opens like HTML',
      answers: { '/': html(source('velo-lausanne.example/index.html'), { contentType: null }) },
      expected: {
        outcome: 'indexed',
        pages: ['http://velo-lausanne.example/'],
        title: 'Vélo-club du Léman',
        country: 'CH',
        languages: { declared: 'fr', content: 'fr' },
        charset: 'utf-8',
      },
    },
  ];
}
