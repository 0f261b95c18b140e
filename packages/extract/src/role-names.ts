/** Names of offices rather than of people, in front of an @. */
const ROLE_NAMES: ReadonlySet<string> = new Set(
  (
    'info infos information contact contacts contacto contato contatti kontakt mail email e-mail post office hello hallo ' +
    'hola bonjour sales vertrieb verkauf ventas vendas support service servis help admin administrator webmaster press ' +
    'presse prensa news shop store team bestellung order orders booking reservation reservations reservas buero biuro ' +
    'sekretariat secretary kanzlei redaktion editor jobs career careers hr marketing privacy datenschutz dpo abuse'
  ).split(' '),
);

export function isRoleName(name: string): boolean {
  return ROLE_NAMES.has(name.toLowerCase());
}
