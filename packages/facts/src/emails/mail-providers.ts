/** Domains at which anybody can have an address, without their suffixes of countries where a provider has many. */
const EVERYWHERE = new Set(
  'gmail googlemail yahoo ymail rocketmail hotmail outlook live msn aol gmx'.split(' '),
);
const PROVIDERS = new Set(
  (
    'icloud.com me.com mac.com protonmail.com proton.me pm.me zoho.com fastmail.com hushmail.com tutanota.com mail.com email.com ' +
    'web.de t-online.de freenet.de arcor.de online.de posteo.de bluewin.ch hispeed.ch chello.at aon.at ' +
    'mail.ru bk.ru list.ru inbox.ru internet.ru yandex.ru ya.ru yandex.com yandex.ua yandex.by rambler.ru vk.com ukr.net i.ua meta.ua bigmir.net tut.by abv.bg mail.bg ' +
    'qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com hinet.net naver.com daum.net hanmail.net nate.com ' +
    'libero.it virgilio.it tiscali.it alice.it tin.it inwind.it email.it orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr ' +
    'telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl xs4all.nl casema.nl upcmail.nl telfort.nl ' +
    'btinternet.com btopenworld.com virginmedia.com ntlworld.com blueyonder.co.uk sky.com talktalk.net tiscali.co.uk eircom.net ' +
    'comcast.net verizon.net sbcglobal.net att.net cox.net charter.net earthlink.net bellsouth.net juno.com frontier.com optonline.net roadrunner.com pivot.net ' +
    'rogers.com shaw.ca telus.net cogeco.ca sympatico.ca bell.net videotron.ca bigpond.com bigpond.net.au optusnet.com.au iinet.net.au xtra.co.nz ' +
    'seznam.cz centrum.cz email.cz atlas.cz volny.cz azet.sk centrum.sk wp.pl o2.pl interia.pl interia.eu onet.pl op.pl poczta.onet.pl tlen.pl gazeta.pl ' +
    'uol.com.br bol.com.br terra.com.br ig.com.br globo.com telefonica.net terra.es ya.com sapo.pt freemail.hu citromail.hu t-email.hu otenet.gr in.gr ' +
    'rediffmail.com telkomsa.net mweb.co.za walla.co.il walla.com netvision.net.il online.no telia.com bredband.net spray.se mail.dk jubii.dk'
  ).split(' '),
);

/** Whether a domain is that of a public mail provider. Lower case. */
export function isMailProvider(domain: string): boolean {
  const [label = '', suffix = ''] = domain.split(/\.(.*)/);
  return PROVIDERS.has(domain) || (EVERYWHERE.has(label) && /^(?:[a-z]{2,3}|com?\.[a-z]{2})$/.test(suffix));
}
