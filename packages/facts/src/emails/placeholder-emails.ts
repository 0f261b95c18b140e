/** Placeholder domains of templates, examples and error trackers' keys. */
const PLACEHOLDER_DOMAINS = new Set(
  (
    'example.com example.org example.net example.edu example.co example.co.uk example.de example.fr exemple.com ' +
    'exemple.fr exemplo.com exemplo.com.br ejemplo.com ejemplo.es esempio.it esempio.com beispiel.de beispiel.com ' +
    'voorbeeld.nl przyklad.pl priklad.cz domain.com domain.org domain.net domain.tld domain.de domain.co.uk ' +
    'domaine.com domaine.fr dominio.com dominio.it usuario.com usuario.com.br yourdomain.com yourdomain.org yourdomain.de your-domain.com ' +
    'mydomain.com mydomain.net mydomain.org somedomain.com anydomain.com otherdomain.com thedomain.com yourcompany.com ' +
    'your-company.com mycompany.com yoursite.com yourwebsite.com mysite.com mywebsite.com website.com yourhost.com ' +
    'yourname.com yourmail.com youremail.com yourprovider.com yourstore.com yourshop.com yourserver.com ' +
    'emailaddress.com email.tld mail.tld address.com adresse.com acme.com foo.com bar.com foobar.com test.com test.de test.org ' +
    'mustermann.de muster.de musterfirma.de correo.com email.com.br ornek.com pelda.hu ' +
    'site.com sitename.com companyname.com firma.tld sentry.io sentry.wixpress.com sentry-next.wixpress.com wixpress.com'
  ).split(' '),
);

/** Local parts that are placeholders with any domain. */
const PLACEHOLDER_LOCALS = new Set(
  (
    'your-email youremail your_email your.email yourmail your-mail yourname your-name your_name your.name youraddress ' +
    'yourusername yourid emailaddress email-address email.address e-mail-address myemail my-email firstname.lastname ' +
    'first.last firstnamelastname first_last name.surname vorname.nachname prenom.nom nombre.apellido imie.nazwisko ' +
    'johndoe john.doe john_doe jdoe janedoe jane.doe jane_doe max.mustermann maxmustermann erika.mustermann ' +
    'mario.rossi jan.kowalski someone somebody someone-else yourfriend username user.name user_name placeholder example exemple ' +
    'ejemplo beispiel tuemail tu-email tu.email seuemail seu-email votre-email votreemail votre.email deine-email ' +
    'deineemail ihre-email ihreemail uwemail jouwemail xxx xxxx xxxxx'
  ).split(' '),
);

/** Local parts that are placeholders with the domain of a public provider only. */
const GENERIC_LOCALS = new Set(
  'name email e-mail mail user you your me address test abc xyz demo sample nom nombre nome votre tu seu tuo uw ihre deine'.split(
    ' ',
  ),
);
const PUBLIC_PROVIDERS = new Set(
  'gmail.com email.com email.de email.fr email.it email.nl mail.com yahoo.com hotmail.com outlook.com company.com host.com server.com provider.com abc.com xyz.com'.split(
    ' ',
  ),
);

/** Words that keep robots from an address, and that people take out: `anna.nospam@firm.org`, `annaDELETE@THISfirm.org`. */
const INSERTED =
  /no-?spam.*@|(?:remove|delete)-?(?:this|me)\b.*@|(?:remove|delete)@(?:this|me)|@(?:no-?spam|(?:remove|delete)-?(?:this|me))\./;

/** Hosts of code repositories: `git@github.com:owner/name` is not a person's address. */
const CODE_HOSTS = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'ssh.dev.azure.com']);

/**
 * Whether nobody reads an address: examples, form hints, keys of error trackers, clone addresses. Both parts in
 * lower case.
 */
export function isPlaceholderEmail(local: string, domain: string): boolean {
  if (PLACEHOLDER_DOMAINS.has(domain) || PLACEHOLDER_LOCALS.has(local)) return true;
  if (
    /(?:^|\.)example\.(?:com|org|net|edu)$|(?:^|\.)sentry\.io$|(?:^|\.)ingest\.[a-z]+\.sentry\.io$/.test(
      domain,
    )
  )
    return true;
  if (INSERTED.test(`${local}@${domain}`)) return true;
  if (local === 'git' && CODE_HOSTS.has(domain)) return true;
  return GENERIC_LOCALS.has(local) && PUBLIC_PROVIDERS.has(domain);
}
