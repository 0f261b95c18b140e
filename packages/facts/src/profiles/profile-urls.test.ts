import { describe, expect, test } from 'vitest';
import { mastodonProfileUrl, socialProfileUrl, xProfileUrl } from './profile-urls.ts';
import { SOCIAL_NETWORKS } from './social-networks.ts';

/** Links by network: to a profile with their canonical form, and to something else. */
const CASES: Readonly<
  Record<string, { profiles: readonly (readonly [string, string])[]; others: readonly string[] }>
> = {
  facebook: {
    profiles: [
      ['http://www.facebook.com/Acme.Inc/', 'https://facebook.com/acme.inc'],
      ['https://de-de.facebook.com/acme?ref=ts#x', 'https://facebook.com/acme'],
      ['https://m.facebook.com/acme/about/', 'https://facebook.com/acme'],
      ['https://fb.com/acme', 'https://facebook.com/acme'],
      [
        'https://www.facebook.com/profile.php?id=100064&sk=about',
        'https://facebook.com/profile.php?id=100064',
      ],
      ['https://www.facebook.com/pages/Acme-Inc/12345', 'https://facebook.com/pages/Acme-Inc/12345'],
      ['https://www.facebook.com/pages/Town-ST/Acme-Inc/12345', 'https://facebook.com/pages/Acme-Inc/12345'],
      [
        'https://de-de.facebook.com/pages/category/Carpenter/Acme-Inc-12345/',
        'https://facebook.com/pages/Acme-Inc/12345',
      ],
      ['https://www.facebook.com/pg/acme/', 'https://facebook.com/acme'],
      ['https://www.facebook.com/people/Jo-Doe/1000', 'https://facebook.com/people/Jo-Doe/1000'],
      ['https://www.facebook.com/p/Acme-1000/', 'https://facebook.com/p/Acme-1000'],
      ['https://www.facebook.com/#!/acme', 'https://facebook.com/acme'],
      ['https://www.facebook.com/acme%20', 'https://facebook.com/acme'],
    ],
    others: [
      'https://www.facebook.com/sharer/sharer.php?u=https://firm.test',
      'https://www.facebook.com/sharer.php?u=x',
      'https://www.facebook.com/share.php?u=x',
      'https://www.facebook.com/dialog/share?x=y',
      'https://www.facebook.com/plugins/like.php?href=x',
      'https://www.facebook.com/tr?id=1&ev=PageView',
      'https://www.facebook.com/acme/posts/123',
      'https://www.facebook.com/events/123',
      'https://www.facebook.com/groups/Acme',
      'https://www.facebook.com/zones/Town/1',
      'https://www.facebook.com/me',
      'https://www.facebook.com/hashtag/x',
      'https://www.facebook.com/',
      'https://developers.facebook.com/docs',
      'https://www.facebook.com/profile.php?id=x',
      'https://notfacebook.com/acme',
      'https://facebook.com.evil.test/acme',
    ],
  },
  instagram: {
    profiles: [['http://instagram.com/Acme.Inc/?hl=de', 'https://instagram.com/acme.inc']],
    others: [
      'https://www.instagram.com/p/Bx1/',
      'https://www.instagram.com/reel/Bx1',
      'https://www.instagram.com/explore/',
      'https://help.instagram.com/1',
    ],
  },
  x: {
    profiles: [
      ['https://twitter.com/Acme', 'https://x.com/acme'],
      ['http://mobile.twitter.com/@Acme/', 'https://x.com/acme'],
      ['https://twitter.com/#!/Acme', 'https://x.com/acme'],
      ['https://x.com/Acme/with_replies', 'https://x.com/acme'],
    ],
    others: [
      'https://twitter.com/intent/tweet?text=x',
      'https://twitter.com/share?url=x',
      'https://twitter.com/home?status=x',
      'https://twitter.com/acme/status/1',
      'https://twitter.com/hashtag/x',
      'https://twitter.com/search?q=x',
      'https://platform.twitter.com/widgets.js',
      'https://x.com/abcdefghijklmnop',
    ],
  },
  linkedin: {
    profiles: [
      ['https://de.linkedin.com/company/Acme-GmbH/about/', 'https://linkedin.com/company/acme-gmbh'],
      ['http://www.linkedin.com/in/Jo-Doe-1a2b?trk=x', 'https://linkedin.com/in/jo-doe-1a2b'],
      ['https://www.linkedin.com/school/acme/', 'https://linkedin.com/school/acme'],
      ['https://www.linkedin.com/showcase/acme', 'https://linkedin.com/showcase/acme'],
      ['https://www.linkedin.com/company/caf%C3%A9', 'https://linkedin.com/company/caf%c3%a9'],
    ],
    others: [
      'https://www.linkedin.com/shareArticle?url=x',
      'https://www.linkedin.com/sharing/share-offsite/?url=x',
      'https://www.linkedin.com/pulse/x',
      'https://www.linkedin.com/company/',
    ],
  },
  youtube: {
    profiles: [
      ['https://www.youtube.com/@Acme/videos', 'https://youtube.com/@acme'],
      [
        'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
        'https://youtube.com/channel/UCabcdefghijklmnopqrstuv',
      ],
      ['http://m.youtube.com/user/Acme?feature=x', 'https://youtube.com/user/acme'],
      ['https://www.youtube.com/c/AcmeInc/featured', 'https://youtube.com/c/acmeinc'],
      ['https://youtube.com/acme', 'https://youtube.com/acme'],
    ],
    others: [
      'https://www.youtube.com/watch?v=x',
      'https://www.youtube.com/embed/x',
      'https://www.youtube.com/playlist?list=x',
      'https://www.youtube.com/shorts/x',
      'https://music.youtube.com/acme',
      'https://www.youtube.com/iframe_api',
    ],
  },
  tiktok: {
    profiles: [['https://www.tiktok.com/@Acme.Inc?lang=de', 'https://tiktok.com/@acme.inc']],
    others: [
      'https://www.tiktok.com/@acme/video/1',
      'https://www.tiktok.com/tag/x',
      'https://www.tiktok.com/acme',
    ],
  },
  pinterest: {
    profiles: [
      ['https://www.pinterest.de/Acme/', 'https://pinterest.com/acme'],
      ['https://pinterest.co.uk/acme/_created', 'https://pinterest.com/acme'],
    ],
    others: [
      'https://www.pinterest.com/pin/create/button/?url=x',
      'https://pinterest.com/pin/1',
      'https://www.pinterest.com/acme/board',
      'https://assets.pinterest.com/js',
    ],
  },
  threads: {
    profiles: [['https://www.threads.net/@Acme', 'https://threads.com/@acme']],
    others: ['https://threads.com/@acme/post/x', 'https://threads.com/acme'],
  },
  bluesky: {
    profiles: [['https://bsky.app/profile/Acme.bsky.social', 'https://bsky.app/profile/acme.bsky.social']],
    others: ['https://bsky.app/intent/compose?text=x', 'https://bsky.app/profile/acme.test/post/x'],
  },
  github: {
    profiles: [
      ['https://github.com/Acme/', 'https://github.com/acme'],
      ['https://github.com/orgs/Acme', 'https://github.com/acme'],
    ],
    others: [
      'https://github.com/acme/repository',
      'https://github.com/features',
      'https://gist.github.com/acme',
      'https://docs.github.com/en',
    ],
  },
  gitlab: {
    profiles: [['https://gitlab.com/Acme', 'https://gitlab.com/acme']],
    others: ['https://gitlab.com/acme/repository', 'https://gitlab.com/explore'],
  },
  telegram: {
    profiles: [
      ['https://t.me/Acme', 'https://t.me/acme'],
      ['https://telegram.me/s/acme', 'https://t.me/acme'],
      ['https://t.me/+AbCdEfGhIjKlMnOp', 'https://t.me/+AbCdEfGhIjKlMnOp'],
      ['https://t.me/joinchat/AbC-d', 'https://t.me/joinchat/AbC-d'],
    ],
    others: [
      'https://t.me/share/url?url=x',
      'https://t.me/acme/123',
      'https://t.me/+491701234567',
      'https://t.me/',
    ],
  },
  whatsapp: {
    profiles: [['https://whatsapp.com/channel/0029VaAbC', 'https://whatsapp.com/channel/0029VaAbC']],
    others: ['https://api.whatsapp.com/send?text=x', 'https://wa.me/49123'],
  },
  reddit: {
    profiles: [
      ['https://old.reddit.com/r/Acme/', 'https://reddit.com/r/acme'],
      ['https://www.reddit.com/u/Acme', 'https://reddit.com/user/acme'],
    ],
    others: ['https://www.reddit.com/submit?url=x', 'https://www.reddit.com/r/acme/comments/1/x'],
  },
  medium: {
    profiles: [
      ['https://medium.com/@Acme', 'https://medium.com/@acme'],
      ['https://medium.com/acme-blog', 'https://medium.com/acme-blog'],
      ['https://acme.medium.com/', 'https://acme.medium.com'],
    ],
    others: ['https://medium.com/@acme/story-1', 'https://medium.com/m/signin', 'https://medium.com/tag/x'],
  },
  vimeo: {
    profiles: [
      ['https://vimeo.com/Acme', 'https://vimeo.com/acme'],
      ['https://vimeo.com/user123', 'https://vimeo.com/user123'],
    ],
    others: ['https://vimeo.com/123456', 'https://player.vimeo.com/video/1', 'https://vimeo.com/ondemand/x'],
  },
  soundcloud: {
    profiles: [['https://soundcloud.com/Acme/tracks', 'https://soundcloud.com/acme']],
    others: [
      'https://soundcloud.com/acme/song',
      'https://w.soundcloud.com/player/?url=x',
      'https://soundcloud.com/discover',
    ],
  },
  spotify: {
    profiles: [
      [
        'https://open.spotify.com/artist/0TnOYISbd1XYRBk9myaseg?si=x',
        'https://open.spotify.com/artist/0TnOYISbd1XYRBk9myaseg',
      ],
    ],
    others: [
      'https://open.spotify.com/track/0TnOYISbd1XYRBk9myaseg',
      'https://open.spotify.com/embed/artist/0TnOYISbd1XYRBk9myaseg',
    ],
  },
  twitch: {
    profiles: [['https://www.twitch.tv/Acme/videos', 'https://twitch.tv/acme']],
    others: ['https://www.twitch.tv/videos/1', 'https://player.twitch.tv/?channel=x'],
  },
  discord: {
    profiles: [
      ['https://discord.gg/AbC', 'https://discord.gg/AbC'],
      ['https://discord.com/invite/AbC', 'https://discord.gg/AbC'],
      ['https://discordapp.com/invite/AbC', 'https://discord.gg/AbC'],
    ],
    others: ['https://discord.com/channels/1', 'https://discord.com/'],
  },
  vk: {
    profiles: [
      ['https://m.vk.com/Acme', 'https://vk.com/acme'],
      ['http://vkontakte.ru/club1', 'https://vk.com/club1'],
    ],
    others: ['https://vk.com/share.php?url=x', 'https://vk.com/widget_auth', 'https://vk.com/feed?x'],
  },
  odnoklassniki: {
    profiles: [
      ['https://ok.ru/group/12345', 'https://ok.ru/group/12345'],
      ['https://ok.ru/Acme', 'https://ok.ru/acme'],
    ],
    others: ['https://connect.ok.ru/offer?url=x', 'https://ok.ru/dk?st.cmd=x', 'https://ok.ru/video/1'],
  },
  weibo: {
    profiles: [
      ['https://weibo.com/u/1234567', 'https://weibo.com/u/1234567'],
      ['http://www.weibo.com/AcmeCn', 'https://weibo.com/AcmeCn'],
    ],
    others: ['http://service.weibo.com/share/share.php?url=x', 'https://weibo.com/login'],
  },
  xing: {
    profiles: [
      ['https://www.xing.com/companies/Acme', 'https://xing.com/pages/acme'],
      ['https://www.xing.com/profile/Jo_Doe', 'https://xing.com/profile/Jo_Doe'],
    ],
    others: ['https://www.xing.com/spi/shares/new?url=x', 'https://www.xing.com/app/user?op=share'],
  },
  tumblr: {
    profiles: [
      ['http://Acme.tumblr.com/', 'https://acme.tumblr.com'],
      ['https://www.tumblr.com/acme', 'https://acme.tumblr.com'],
      ['https://www.tumblr.com/blog/view/acme', 'https://acme.tumblr.com'],
    ],
    others: [
      'https://www.tumblr.com/share/link?url=x',
      'https://www.tumblr.com/share?v=3',
      'https://acme.tumblr.com/post/1',
    ],
  },
  flickr: {
    profiles: [
      ['https://www.flickr.com/photos/12345@N00/', 'https://flickr.com/people/12345@N00'],
      ['https://www.flickr.com/acme', 'https://flickr.com/people/acme'],
    ],
    others: [
      'https://www.flickr.com/photos/acme/123',
      'https://www.flickr.com/photos/tags',
      'https://www.flickr.com/explore',
    ],
  },
  behance: {
    profiles: [['https://www.behance.net/Acme', 'https://behance.net/acme']],
    others: ['https://www.behance.net/gallery/1/x'],
  },
  dribbble: {
    profiles: [['https://dribbble.com/Acme/', 'https://dribbble.com/acme']],
    others: ['https://dribbble.com/shots/1', 'https://cdn.dribbble.com/x'],
  },
  snapchat: {
    profiles: [
      ['https://www.snapchat.com/add/Acme', 'https://snapchat.com/add/acme'],
      ['https://www.snapchat.com/@acme', 'https://snapchat.com/add/acme'],
    ],
    others: ['https://www.snapchat.com/scan?attachmentUrl=x'],
  },
  line: {
    profiles: [
      ['https://line.me/R/ti/p/%40Acme', 'https://line.me/R/ti/p/%40acme'],
      ['https://page.line.me/acme', 'https://page.line.me/acme'],
      ['https://lin.ee/AbC123', 'https://lin.ee/AbC123'],
    ],
    others: ['https://line.me/R/msg/text/?x', 'https://social-plugins.line.me/lineit/share?url=x'],
  },
  yelp: {
    profiles: [['https://www.yelp.de/biz/Acme-Berlin?x=y', 'https://yelp.com/biz/acme-berlin']],
    others: ['https://www.yelp.com/search?x', 'https://www.yelp.com/writeareview/biz/x'],
  },
  patreon: {
    profiles: [['https://www.patreon.com/c/Acme/posts', 'https://patreon.com/acme']],
    others: ['https://www.patreon.com/posts/x-1', 'https://www.patreon.com/login'],
  },
  substack: {
    profiles: [
      ['https://Acme.substack.com/?x=y', 'https://acme.substack.com'],
      ['https://substack.com/@Acme', 'https://substack.com/@acme'],
    ],
    others: ['https://acme.substack.com/p/story', 'https://substack.com/home'],
  },
  linktree: {
    profiles: [['https://linktr.ee/Acme', 'https://linktr.ee/acme']],
    others: ['https://linktr.ee/'],
  },
  bandcamp: {
    profiles: [['https://acme.bandcamp.com/music', 'https://acme.bandcamp.com']],
    others: ['https://acme.bandcamp.com/album/x', 'https://bandcamp.com/EmbeddedPlayer/x'],
  },
  mixcloud: {
    profiles: [['https://www.mixcloud.com/Acme/', 'https://mixcloud.com/acme']],
    others: ['https://www.mixcloud.com/acme/show/', 'https://www.mixcloud.com/widget/iframe/?x'],
  },
  crunchbase: {
    profiles: [['https://www.crunchbase.com/organization/Acme', 'https://crunchbase.com/organization/acme']],
    others: ['https://www.crunchbase.com/discover'],
  },
  slideshare: {
    profiles: [['https://www.slideshare.net/Acme', 'https://slideshare.net/acme']],
    others: ['https://www.slideshare.net/acme/deck', 'https://www.slideshare.net/search/x'],
  },
  zhihu: {
    profiles: [['https://www.zhihu.com/people/Acme', 'https://zhihu.com/people/Acme']],
    others: ['https://www.zhihu.com/question/1', 'https://zhuanlan.zhihu.com/p/1'],
  },
  bilibili: {
    profiles: [['https://space.bilibili.com/12345?x', 'https://space.bilibili.com/12345']],
    others: ['https://www.bilibili.com/video/BV1', 'https://space.bilibili.com/'],
  },
  'naver blog': {
    profiles: [['https://m.blog.naver.com/Acme', 'https://blog.naver.com/acme']],
    others: [
      'https://blog.naver.com/openapi/share?url=x',
      'https://blog.naver.com/acme/123',
      'https://blog.naver.com/PostView.naver?x',
    ],
  },
  'kakao channel': {
    profiles: [['https://pf.kakao.com/_AbCd/chat', 'https://pf.kakao.com/_AbCd']],
    others: ['https://story.kakao.com/share?url=x'],
  },
  myspace: {
    profiles: [['http://www.myspace.com/Acme', 'https://myspace.com/acme']],
    others: ['http://www.myspace.com/Modules/PostTo/Pages/?u=x'],
  },
  'google plus': {
    profiles: [
      [
        'https://plus.google.com/u/0/b/123456789012345678901/123456789012345678901/posts',
        'https://plus.google.com/123456789012345678901',
      ],
      ['https://plus.google.com/+Acme/posts', 'https://plus.google.com/+Acme'],
    ],
    others: ['https://plus.google.com/share?url=x', 'https://www.google.com/acme'],
  },
};

test('every network of the table has cases', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(
    [...new Set(SOCIAL_NETWORKS.map(({ name }) => name))].toSorted(),
  );
});

describe.each(Object.entries(CASES))('%s', (_, { profiles, others }) => {
  test.each(profiles)('%s is %s', (url, canonical) => {
    expect(socialProfileUrl(url)).toBe(canonical);
  });

  test.each(profiles)('the canonical form of %s stays as it is', (_, canonical) => {
    expect(socialProfileUrl(canonical)).toBe(canonical);
  });

  test.each(others)('%s is not a profile', (url) => {
    expect(socialProfileUrl(url)).toBeNull();
  });
});

test.each([
  '',
  'not a url',
  'ftp://facebook.com/acme',
  'https://',
  'https://user@evil.test/facebook.com/acme',
  'https://evil.test/?https://facebook.com/acme',
])('%j is not a profile', (url) => {
  expect(socialProfileUrl(url)).toBeNull();
});

test('a rel=me link to /@name is a Mastodon profile on any host, but not on a network of the table', () => {
  expect(mastodonProfileUrl('https://fosstodon.org/@Acme/?x')).toBe('https://fosstodon.org/@acme');
  expect(mastodonProfileUrl('https://fosstodon.org/@acme/123')).toBeNull();
  expect(mastodonProfileUrl('https://fosstodon.org/about')).toBeNull();
  expect(mastodonProfileUrl('https://www.tiktok.com/@acme')).toBeNull();
});

test.each([
  ['@Acme', 'https://x.com/acme'],
  [' Acme ', 'https://x.com/acme'],
  ['https://twitter.com/Acme', 'https://x.com/acme'],
  ['@', null],
  ['', null],
  ['@acme inc', null],
  ['@search', null],
  ['12345678901234567', null],
])('twitter:site %j is %s', (handle, url) => {
  expect(xProfileUrl(handle)).toBe(url);
});

test.each([
  ['https://www.flickr.com/photos/acme/sets/7215', 'https://flickr.com/people/acme'],
  ['https://www.flickr.com/photos/acme/albums/7215', 'https://flickr.com/people/acme'],
  ['https://www.flickr.com/photos/acme/9876', null],
  ['https://www.linkedin.com/company/acme/products/', 'https://linkedin.com/company/acme'],
  ['https://www.linkedin.com/edu/acme-15000', 'https://linkedin.com/school/acme-15000'],
  ['http://www.new.facebook.com/acme', 'https://facebook.com/acme'],
  ['https://status.medium.com/', null],
  ['https://plus.google.com/u/1/b/111134025409208705490/', 'https://plus.google.com/111134025409208705490'],
  [
    'https://plus.google.com/u/2/112528145340130144811/posts',
    'https://plus.google.com/112528145340130144811',
  ],
  ['https://plus.google.com/u/2/settings', null],
  [
    'http://www.facebook.com/reqs.php#!/pages/Acme/120822327960030',
    'https://facebook.com/pages/Acme/120822327960030',
  ],
  ['http://www.facebook.com/home.php?#!/acme?ref=x', 'https://facebook.com/acme'],
  ['http://www.myspace.com/index.cfm', null],
  ['https://www.slideshare.net/logout', null],
  ['https://twitter.com/website', null],
])('%s is the profile %s', (url, profile) => {
  expect(socialProfileUrl(url)).toBe(profile);
});

test.each([
  'HTTPS://WWW.FACEBOOK.COM/acme',
  'https://facebook.com:443/acme',
  'https://someone@facebook.com/acme',
  'https://\u{ff46}acebook.com@facebook.com/acme',
])('a network is recognised by its host however %s writes it', (url) => {
  expect(socialProfileUrl(url)).toBe('https://facebook.com/acme');
});

test('hosts that only look like those of a network have no profiles', () => {
  for (const host of [
    'notfacebook.com',
    'facebook.com.test',
    'acebook.com',
    'facebook.co',
    'x.com.',
    'acme.test',
  ])
    expect(socialProfileUrl(`https://${host}/acme`)).toBeNull();
});
