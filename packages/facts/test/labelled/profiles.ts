import type { LabelledPage } from './labelled-page.ts';

export const PROFILE_PAGES: readonly LabelledPage[] = [
  {
    name: 'a footer with the usual icons',
    html: '<footer><a href="https://www.facebook.com/LumenLamps/"><i class="fa-facebook"></i></a><a href="https://instagram.com/lumen.lamps?igshid=abc123"></a><a href="https://twitter.com/LumenLamps?ref_src=twsrc"></a><a href="https://www.linkedin.com/company/lumen-lamps/about/"></a><a href="https://www.youtube.com/@LumenLamps/videos"></a><a href="https://www.tiktok.com/@lumen.lamps?lang=en"></a><a href="https://www.pinterest.co.uk/lumenlamps/_created/"></a></footer>',
    expected: {
      profiles: [
        'https://facebook.com/lumenlamps',
        'https://instagram.com/lumen.lamps',
        'https://x.com/lumenlamps',
        'https://linkedin.com/company/lumen-lamps',
        'https://youtube.com/@lumenlamps',
        'https://tiktok.com/@lumen.lamps',
        'https://pinterest.com/lumenlamps',
      ],
    },
  },
  {
    name: 'share and intent links of all networks',
    html: '<a href="https://www.facebook.com/sharer/sharer.php?u=x">f</a><a href="https://www.facebook.com/share.php?u=x">f</a><a href="https://www.facebook.com/dialog/share?app_id=1">f</a><a href="https://twitter.com/intent/tweet?text=x&via=lumen">t</a><a href="https://twitter.com/share?url=x">t</a><a href="https://x.com/intent/post?url=x">x</a><a href="https://www.linkedin.com/shareArticle?mini=true&url=x">l</a><a href="https://www.linkedin.com/sharing/share-offsite/?url=x">l</a><a href="https://pinterest.com/pin/create/button/?url=x">p</a><a href="https://www.reddit.com/submit?url=x">r</a><a href="https://t.me/share/url?url=x">tg</a><a href="https://www.tumblr.com/share/link?url=x">tu</a><a href="https://vk.com/share.php?url=x">vk</a><a href="https://www.xing.com/spi/shares/new?url=x">xi</a><a href="https://connect.ok.ru/offer?url=x">ok</a><a href="https://threads.net/intent/post?text=x">th</a><a href="https://bsky.app/intent/compose?text=x">b</a><a href="https://social-plugins.line.me/lineit/share?url=x">li</a><a href="https://www.facebook.com/tr?id=1&ev=PageView">px</a>',
    expected: {},
  },
  {
    name: 'posts, videos, tags and events are not profiles',
    html: '<a href="https://www.instagram.com/p/Cxyz12345/">1</a><a href="https://www.instagram.com/reel/Cabc/">2</a><a href="https://www.instagram.com/explore/tags/lamps/">3</a><a href="https://www.youtube.com/watch?v=abcdefghijk">4</a><a href="https://youtu.be/abcdefghijk">5</a><a href="https://www.youtube.com/embed/abcdefghijk">6</a><a href="https://www.youtube.com/playlist?list=PLx">7</a><a href="https://www.facebook.com/events/1234567890">8</a><a href="https://www.facebook.com/hashtag/lamps">9</a><a href="https://twitter.com/hashtag/lamps">10</a><a href="https://twitter.com/i/lists/12">11</a><a href="https://www.linkedin.com/jobs/view/123">12</a><a href="https://www.linkedin.com/feed/update/urn:li:activity:1">13</a><a href="https://www.tiktok.com/tag/lamps">14</a><a href="https://vimeo.com/123456789">15</a><a href="https://www.facebook.com/watch/?v=1">16</a><a href="https://github.com/features/actions">17</a>',
    expected: {},
  },
  {
    name: 'a post names its author: still a post',
    html: '<a href="https://twitter.com/somebody/status/1234567890">tweet</a><a href="https://www.facebook.com/somebody/posts/1234">post</a><a href="https://www.tiktok.com/@somebody/video/123">clip</a><a href="https://t.me/channelname/55">note</a><a href="https://x.com/somebody/photo">photo</a><a href="https://bsky.app/profile/some.one.example/post/3k">skeet</a><a href="https://medium.com/@someone/title-of-text-123abc">essay</a>',
    expected: {},
  },
  {
    name: 'the start pages and rules of networks',
    html: '<a href="https://www.facebook.com/">f</a><a href="https://twitter.com">t</a><a href="https://www.instagram.com/#">i</a><a href="https://www.linkedin.com/">l</a><a href="https://www.youtube.com/">y</a><a href="https://www.facebook.com/policies/cookies/">p</a><a href="https://help.instagram.com/519522125107875">h</a><a href="https://www.linkedin.com/legal/privacy-policy">l</a><a href="https://twitter.com/en/privacy">t</a><a href="https://policies.google.com/privacy">g</a><a href="https://www.facebook.com/privacy/explanation">f</a><a href="https://www.facebook.com/legal/terms">f</a><a href="https://business.twitter.com/en/help/troubleshooting/how-twitter-ads-work.html">b</a><a href="https://support.twitter.com/articles/20170514">s</a><a href="https://www.facebook.com/about/privacy/">f</a>',
    expected: {},
  },
  {
    name: 'mobile and language versions, capitals, plain http and no scheme',
    html: '<a href="http://m.facebook.com/Lumen.Lamps">1</a><a href="//de-de.facebook.com/lumen.lamps/">2</a><a href="HTTPS://WWW.INSTAGRAM.COM/LumenLamps/">3</a><a href="https://mobile.twitter.com/LUMENLAMPS">4</a><a href="https://de.linkedin.com/in/ida-berg-123/de">5</a>',
    expected: {
      profiles: [
        'https://facebook.com/lumen.lamps',
        'https://instagram.com/lumenlamps',
        'https://x.com/lumenlamps',
        'https://linkedin.com/in/ida-berg-123',
      ],
    },
  },
  {
    name: 'old addresses of pages with numbers',
    html: '<a href="https://www.facebook.com/pages/Lumen-Lamps/123456789012345">1</a><a href="https://www.facebook.com/profile.php?id=100012345678901&ref=x">2</a><a href="https://www.facebook.com/people/Lumen-Lamps/61550000000001/">3</a>',
    expected: {
      profiles: [
        'https://facebook.com/pages/Lumen-Lamps/123456789012345',
        'https://facebook.com/profile.php?id=100012345678901',
        'https://facebook.com/people/Lumen-Lamps/61550000000001',
      ],
    },
  },
  {
    name: 'a page name with its number behind it',
    html: '<a href="https://www.facebook.com/Lumen-Lamps-123456789012345/">1</a>',
    expected: { profiles: ['https://facebook.com/lumen-lamps-123456789012345'] },
  },
  {
    name: 'all forms of video channels',
    html: '<a href="https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv">1</a><a href="https://youtube.com/c/LumenLamps">2</a><a href="https://www.youtube.com/user/lumenlamps?sub_confirmation=1">3</a><a href="https://www.youtube.com/lumenlampen">4</a>',
    expected: {
      profiles: [
        'https://youtube.com/channel/UCabcdefghijklmnopqrstuv',
        'https://youtube.com/c/lumenlamps',
        'https://youtube.com/user/lumenlamps',
        'https://youtube.com/lumenlampen',
      ],
    },
  },
  {
    name: 'JSON-LD sameAs with networks and others',
    html: '<script type="application/ld+json">{"@type":"Organization","sameAs":["https://www.facebook.com/lampara.tienda","https:\\/\\/www.instagram.com\\/lampara_tienda\\/","https://es.wikipedia.org/wiki/L%C3%A1mpara","https://www.wikidata.org/wiki/Q1"]}</script>',
    expected: {
      profiles: ['https://facebook.com/lampara.tienda', 'https://instagram.com/lampara_tienda'],
    },
  },
  {
    name: 'sameAs as a single text',
    html: '<script type="application/ld+json">{ "@type" : "Person" , "sameAs" : "https://www.linkedin.com/in/ida-berg" }</script>',
    expected: { profiles: ['https://linkedin.com/in/ida-berg'] },
  },
  {
    name: 'microdata and RDFa sameAs in links and head',
    html: '<div itemscope itemtype="https://schema.org/Organization"><link itemprop="sameAs" href="https://www.facebook.com/lyktan"><meta itemprop="sameAs" content="https://www.instagram.com/lyktan.se/"><a itemprop="sameAs" href="https://x.com/lyktan">X</a></div><div vocab="https://schema.org/" typeof="Organization"><link property="sameAs" href="https://www.tiktok.com/@lyktan"></div>',
    expected: {
      profiles: [
        'https://facebook.com/lyktan',
        'https://instagram.com/lyktan.se',
        'https://x.com/lyktan',
        'https://tiktok.com/@lyktan',
      ],
    },
  },
  {
    name: 'metas of cards and articles',
    html: '<head><meta name="twitter:site" content="@Lampenhaus"><meta property="article:publisher" content="https://www.facebook.com/lampenhaus"><meta property="og:see_also" content="https://www.pinterest.de/lampenhaus/"></head>',
    expected: {
      profiles: [
        'https://x.com/lampenhaus',
        'https://facebook.com/lampenhaus',
        'https://pinterest.com/lampenhaus',
      ],
    },
  },
  {
    name: 'empty and senseless metas of cards',
    html: '<head><meta name="twitter:site" content="@"><meta name="twitter:site" content="Lampenhaus am Markt"><meta name="twitter:creator" content="@someauthor"><meta property="article:author" content="https://www.facebook.com/some.author"></head>',
    expected: {},
  },
  {
    name: 'Mastodon by rel=me, and not without',
    html: '<a rel="me noopener" href="https://social.example/@Lumen">Mastodon</a><a href="https://other.example/@someone">friend</a><link rel="me" href="https://micro.example/@lumen">',
    expected: { profiles: ['https://social.example/@lumen', 'https://micro.example/@lumen'] },
  },
  {
    name: 'newer networks',
    html: '<a href="https://www.threads.net/@lumen.lamps">Th</a><a href="https://bsky.app/profile/lumen.bsky.social">B</a><a href="https://discord.gg/AbCdEf">D</a><a href="https://discord.com/invite/AbCdEf">D</a><a href="https://www.twitch.tv/LumenLive">T</a><a href="https://linktr.ee/Lumen">L</a><a href="https://www.snapchat.com/add/lumenlamps">S</a><a href="https://www.reddit.com/r/LumenLamps/">R</a><a href="https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk?si=1">P</a>',
    expected: {
      profiles: [
        'https://threads.com/@lumen.lamps',
        'https://bsky.app/profile/lumen.bsky.social',
        'https://discord.gg/AbCdEf',
        'https://twitch.tv/lumenlive',
        'https://linktr.ee/lumen',
        'https://snapchat.com/add/lumenlamps',
        'https://reddit.com/r/lumenlamps',
        'https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk',
      ],
    },
  },
  {
    name: 'networks of single countries',
    html: '<a href="https://vk.com/lampa_spb">vk</a><a href="https://ok.ru/group/55123456789012">ok</a><a href="https://weibo.com/u/1234567890">wb</a><a href="https://www.xing.com/companies/lampenhausgmbh">xi</a><a href="https://page.line.me/lampya">li</a><a href="https://blog.naver.com/lampshop">nv</a><a href="https://pf.kakao.com/_abCdE">kk</a><a href="https://www.zhihu.com/org/deng-dian">zh</a>',
    expected: {
      profiles: [
        'https://vk.com/lampa_spb',
        'https://ok.ru/group/55123456789012',
        'https://weibo.com/u/1234567890',
        'https://xing.com/pages/lampenhausgmbh',
        'https://page.line.me/lampya',
        'https://blog.naver.com/lampshop',
        'https://pf.kakao.com/_abCdE',
        'https://zhihu.com/org/deng-dian',
      ],
    },
  },
  {
    name: 'channels and chats',
    html: '<a href="https://t.me/lumen_news">1</a><a href="https://t.me/s/lumen_news">2</a><a href="https://t.me/+AbCdEfGhIjKlMnOp">3</a><a href="https://whatsapp.com/channel/0029VaAbCdEf">4</a><a href="https://m.me/lumenlamps">5</a>',
    expected: {
      profiles: [
        'https://t.me/lumen_news',
        'https://t.me/+AbCdEfGhIjKlMnOp',
        'https://whatsapp.com/channel/0029VaAbCdEf',
        'https://facebook.com/lumenlamps',
      ],
    },
  },
  {
    name: 'numbers to chat with are phone numbers, not profiles',
    html: '<a href="https://t.me/+4917139200126">call</a>',
    expected: {},
  },
  {
    name: 'a link that only mentions a network in its path or query',
    html: '<a href="https://lumen.example/facebook.com/lumen">1</a><a href="https://lumen.example/out?to=https://www.facebook.com/lumen">2</a><a href="https://notfacebook.com/lumen">3</a><a href="https://facebook.com.evil.example/lumen">4</a><a href="/facebook">5</a><a href="https://www.facebook.com.br/lumen">6</a>',
    expected: {},
  },
  {
    name: 'a redirect of the network itself that leads to a profile',
    html: '<a href="https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.instagram.com%2Flumen%2F&h=AT0">ig</a>',
    expected: {},
  },
  {
    name: 'template rests and nonsense names',
    html: '<a href="https://www.facebook.com/#">1</a><a href="https://www.instagram.com/%7B%7Busername%7D%7D">2</a><a href="https://twitter.com/undefined">3</a><a href="https://www.facebook.com/your-page">4</a><a href="https://www.instagram.com/username">5</a><a href="https://www.facebook.com/yourpage">6</a><a href="https://twitter.com/yourusername">7</a><a href="https://instagram.com/null">8</a><a href="https://www.facebook.com/facebook">9</a><a href="https://www.instagram.com/instagram/">10</a>',
    expected: {},
  },
  {
    name: 'names in other scripts, raw and encoded',
    html: '<a href="https://www.youtube.com/@лампа-дом">1</a><a href="https://www.youtube.com/@%D0%BB%D0%B0%D0%BC%D0%BF%D0%B0-%D0%B4%D0%BE%D0%BC">2</a>',
    expected: {
      profiles: ['https://youtube.com/@%d0%bb%d0%b0%d0%bc%d0%bf%d0%b0-%d0%b4%d0%be%d0%bc'],
    },
  },
  {
    name: 'plugins and pixels in frames, images and scripts',
    html: '<iframe src="https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Flumenlamps%2F&tabs"></iframe><img src="https://www.facebook.com/tr?id=1&ev=PageView&noscript=1"><script src="https://platform.twitter.com/widgets.js"></script>',
    expected: { profiles: ['https://facebook.com/lumenlamps'] },
  },
  {
    name: 'a page plugin that names the page in an attribute',
    html: '<div class="fb-page" data-href="https://www.facebook.com/lumenlamps/" data-tabs="timeline"></div><a class="twitter-timeline" href="https://twitter.com/lumenlamps?ref_src=twsrc%5Etfw">Tweets by lumenlamps</a>',
    expected: { profiles: ['https://x.com/lumenlamps', 'https://facebook.com/lumenlamps'] },
  },
  {
    name: 'a blank, a quote or a slash too many in the link',
    html: '<a href=" https://www.facebook.com/lumenlamps%20">1</a><a href="https://www.instagram.com//lumenlamps//">2</a><a href="https:/www.tiktok.com/@lumenlamps">3</a>',
    expected: {
      profiles: [
        'https://facebook.com/lumenlamps',
        'https://instagram.com/lumenlamps',
        'https://tiktok.com/@lumenlamps',
      ],
    },
  },
  {
    name: 'code hosts: the account, of a repository too little is the site’s own',
    html: '<a href="https://github.com/lumen-lamps">gh</a><a href="https://github.com/someone/some-library">lib</a><a href="https://gitlab.com/lumen.lamps">gl</a>',
    expected: { profiles: ['https://github.com/lumen-lamps', 'https://gitlab.com/lumen.lamps'] },
  },
  {
    name: 'blogs with a host of their own',
    html: '<a href="https://lumenlamps.tumblr.com/">t</a><a href="https://lumen.medium.com">m</a><a href="https://lumenlamps.substack.com/">s</a><a href="https://lumenband.bandcamp.com/music">b</a><a href="https://lumenlamps.tumblr.com/post/123/title">p</a>',
    expected: {
      profiles: [
        'https://lumenlamps.tumblr.com',
        'https://lumen.medium.com',
        'https://lumenlamps.substack.com',
        'https://lumenband.bandcamp.com',
      ],
    },
  },
  {
    name: 'addresses in comments, scripts and text are not links',
    html: '<!-- <a href="https://www.facebook.com/oldpage">f</a> --><script>var u="https://www.facebook.com/inscript"</script><p>https://www.facebook.com/intext</p>',
    expected: {},
  },
];
