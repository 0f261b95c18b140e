// Words around a value that tell whose it is. All are patterns for the text directly before it, unless they say otherwise.

/** The owner speaks of it: `write to us at`. */
export const BY_US =
  /(?:^|[^\p{L}])(?:me|us|our|my|uns|mir|nous|nos|moi|ons|mij|oss|noi|nosotros|nós|nas|нам|нас|мне)(?![\p{L}])[^@.!?¦]{0,40}$/iu;
/** The owner offers an address, or a word announces one: `Mail:`. */
export const OFFERED = new RegExp(
  String.raw`${BY_US.source}|(?:e-?mail(?:adres\w*)?|mailto|courriel|correo|kontakt|contact[oa]?|почт[аы]|редакци[яи]|tips|letters|邮箱|郵箱|信箱|メール)[^@.!?¦]{0,40}$`,
  'iu',
);

/** A credit for the maker of the site. */
export const CREDITED =
  /(?:\b(?:web ?-?sites?|site|web ?-?design|design(?:ed)?|webmaster(?:ing)?|powered|developed|hosted|built|created) by|\bweb ?-?design|projekt i wykonanie|wykonanie|realizacja|realizzazione|réalisation|conception|diseño web|desarrollo web|umsetzung|webdesign|разработка(?: сайта)?|создание сайтов?)\W{0,4}$/iu;
/** An example of how one is written. */
export const EXAMPLE =
  /(?:\b(?:for example|e\. ?g\.|such as|z\. ?B\.|par exemple|por ejemplo|ad esempio)|например)[,:]?\W{0,3}$/iu;
/** How to reach somebody else: a reporter of an agency, who an article is about. */
export const THEIRS =
  /\b(?:him|her|them|(?:he|she|they|who) (?:can|may) be (?:reached|contacted))(?![\p{L}])[^@.!?¦]{0,60}$/iu;
/**
 * Another party, which is named in the text before one of its contacts: who pays, sent something in, goes to court, works for
 * the owner, or watches over it.
 */
export const OF_PARTY =
  /(?<![\p{L}])(?:(?:sponsored|submitted|funded|organi[sz]ed) by|sponsor:|counsel of record|attorneys? for|petitioners?|respondents?|appellants?|appellees?|amic(?:us|i) curiae|applicants?:|civil rights|unsere[sn]? partners?|dienstleisters?|auftragsverarbeiter|aufsichtsbehörde|(?:landes|bundes)beauftragte[rn]?|supervisory authority|information commissioner|autorité de contrôle|garante per la protezione)(?![\p{L}])[^\u2028]{0,110}(?:\u2028[^\u2028]{0,110}){0,3}$/iu;
/** Another party, named in the text after a contact. */
export const OF_PARTY_AFTER = /^[^\p{L}]{0,12}(?:\S+@\S+[^\p{L}]{0,12})?(?:party name|counsel of record)/iu;
/** Longest text of those before a contact. */
export const PARTY_REACH = 200;

/** A sentence that names who pays for the site or made it: `sponsored by Acme, a 501(c)(3)`. */
export const OF_SPONSOR =
  /(?<![\p{L}])(?:(?:sponsored|funded|supported|powered|designed|developed|hosted) by|with (?:the )?support (?:of|from)|gefördert (?:von|durch)|unterstützt (?:von|durch)|soutenu par|financé par|patrocinado por|con il (?:contributo|sostegno) di)(?![\p{L}])(?:(?!\.\s\p{Lu})[^\u2028]){0,90}$/iu;
/** Words of the sentence before an entry that is of another party: `sponsored by Mill Aid, a 501(c)(3)`. */
export const REGISTERED_BY_OTHER =
  /\b(?:(?:sponsor|support|fund|back|endors)(?:ed|ing|s)?(?: [a-z]+)? by|(?:grants?|donations?|proceeds|gifts?|contributions?|donated?|partnership|partners?|partnered|affiliat(?:ed|ion)|benefit(?:s|ing)?|on behalf|thanks|member)(?: [a-z]+)? (?:to|from|with|of)|benefit(?:s|ing)?)\b[^\n.!?|©]{0,90}$/i;
