// Recognises links that credit the maker of a site, its software or its services. They recommend nothing.

/** The end of a text that credits somebody. */
const CREDITING =
  /\b(?:powered|propulsé|hosted|built|made|created|erstellt|designed|gestaltet|developed|generated|realizz?ato|réalis(?:é|ation)|desarrollado|desenvolvido|design|designs|webdesign|development|theme|template|website|web ?site|site|blog|hosting|cms|software|umsetzung|comments)\b[^.!?]{0,40}\b(?:by|with|on|von|mit|par|avec|por|con|da|di|door|met)\W*$/iu;
const CREDITING_END = /(?:by|with|on|von|mit|par|avec|por|con|da|di|door|met)[^\p{L}]*$/iu;
/** Text of a link that credits its target itself. */
const CREDIT =
  /^\W*(?:(?:proudly |comments )?powered by|propulsé par|web ?(?:site )?design(?:ed)?(?: by)?|site by|hosted (?:by|on|at)|built (?:by|with|on)|(?:word ?press )?themes? by|made (?:by|with))\b/iu;
/** Characters of a text that are read. */
const READ = 80;

/** Whether a text ends in words that credit what follows. The last word is compared first, because few texts have one. */
export function isCredited(before: string): boolean {
  return CREDITING_END.test(before.slice(-10)) && CREDITING.test(before.slice(-READ));
}

/** Whether the text of a link credits its target. */
export function isCredit(text: string): boolean {
  return CREDIT.test(text);
}

/** The host of an absolute address without scheme, without its first label if two remain. */
const SITE = /^(?:https?:)?\/\/(?:[^/.]+\.(?=[^/.]+\.))?([^/?#:]+)/i;

/** Whether an image comes from the site that the link around it leads to: a badge or a counter. */
export function isOfSameSite(src: string, href: string): boolean {
  const site = SITE.exec(src)?.[1];
  return site !== undefined && site === SITE.exec(href)?.[1];
}
