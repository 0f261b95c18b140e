import { ROBOTS_VERDICTS } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { ListOptions } from './crawls.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { ICON_HASHES } from './icons.ts';
import { Timestamp } from './timestamp.ts';

const count = { minimum: 0 } as const;

/** Query parameters of GET /domains/{domain}/answers. */
export const DomainAnswersOptions = Type.Object(
  {
    ...ListOptions.properties,
    texts: Type.Optional(
      Type.Boolean({ default: false, description: 'True: files come with their texts, up to 64 KiB each.' }),
    ),
  },
  CLOSED,
);

/** Head of the answer that a page came with. */
export const PageHead = Type.Object(
  {
    url: Type.String({ description: 'Final URL, after redirects, without a fragment.' }),
    status: nullable(Type.Integer({ description: 'Status; null if the head is not known.' })),
    headers: nullable(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'Name in lower case.' }),
            value: Type.String({ description: 'Value; of Set-Cookie, without the value of the cookie.' }),
          },
          CLOSED,
        ),
        {
          description:
            'Header fields in the order received; null if they are not known, as of a page that was stored before, or a capture without them.',
        },
      ),
    ),
    headers_left_out: Type.Integer({
      ...count,
      description: 'Number of further fields: 500 of a page are stored, in 32 KiB.',
    }),
    cookies: nullable(
      Type.Array(
        Type.Object(
          {
            name: Type.String(),
            attributes: Type.Array(Type.String(), {
              description: 'Attributes, their names in lower case: path=/, secure. script: a script set it.',
            }),
          },
          CLOSED,
        ),
        { description: 'Cookies that the answer or scripts of the page set, without values.' },
      ),
    ),
    cookies_left_out: Type.Integer({ ...count, description: 'Number of further cookies.' }),
  },
  CLOSED,
);
export type PageHead = Answer<Static<typeof PageHead>>;

const texts = Type.Array(Type.String());

/** A well-known file of a site. */
export const WellKnownFile = Type.Object(
  {
    name: Type.String({ description: 'Name, such as llms.txt.' }),
    status: nullable(Type.Integer({ description: 'Status of the answer; null if there was none.' })),
    real: Type.Boolean({
      description:
        'True if the answer has the form of such a file, and is not a page that stands in for one.',
    }),
    reason: nullable(Type.String({ description: 'Why it is none, in words.' })),
    bytes: Type.Integer({ ...count, description: 'Size of what is stored, in UTF-8.' }),
    truncated: Type.Boolean({ description: 'True if the file was longer than what is stored.' }),
    text: Type.Optional(Type.String({ description: 'The file, with texts=true. It is text of strangers.' })),
    security: Type.Optional(
      Type.Object(
        {
          contact: texts,
          encryption: texts,
          acknowledgments: texts,
          policy: texts,
          hiring: texts,
          canonical: texts,
          preferred_languages: texts,
          expires: nullable(Timestamp),
          expired: nullable(Type.Boolean({ description: 'Null if it states no time that can be read.' })),
          signed: Type.Boolean(),
        },
        { ...CLOSED, description: 'Fields of a security.txt (RFC 9116).' },
      ),
    ),
    sellers: Type.Optional(
      Type.Object(
        {
          direct: Type.Integer({ ...count, description: 'Records of the relation DIRECT.' }),
          reseller: Type.Integer({ ...count, description: 'Records of the relation RESELLER.' }),
          systems: Type.Array(Type.String(), {
            description: 'Domains of advertising systems, each once, in code point order, at most 1,000.',
          }),
          systems_count: Type.Integer({ ...count, description: 'Number of all of them.' }),
          variables: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, CLOSED)),
        },
        { ...CLOSED, description: 'Records of an ads.txt or app-ads.txt (IAB).' },
      ),
    ),
    outline: Type.Optional(
      Type.Object(
        {
          title: nullable(Type.String()),
          summary: nullable(Type.String()),
          sections: Type.Array(Type.Object({ title: Type.String(), links: Type.Integer(count) }, CLOSED)),
        },
        { ...CLOSED, description: 'Headings of an llms.txt, with the number of links below each.' },
      ),
    ),
  },
  CLOSED,
);
export type WellKnownFile = Answer<Static<typeof WellKnownFile>>;

const Certificate = Type.Object(
  {
    issuer: nullable(Type.String({ description: 'Organisation and common name of the issuer.' })),
    names: Type.Array(Type.String(), { description: 'Names that it is for, at most 100.' }),
    names_count: Type.Integer({ ...count, description: 'Number of all its names.' }),
    not_before: Timestamp,
    not_after: Timestamp,
    tls: Type.String({ description: 'Version of TLS of the connection.' }),
  },
  { ...CLOSED, description: 'Certificate of the host; null over http, or if it is not known.' },
);

const Icon = Type.Object(
  {
    url: Type.String({ description: 'Address that it came from; data: alone if it is in the page.' }),
    ...ICON_HASHES,
  },
  { ...CLOSED, description: 'Icon of the site; null if it is not known, or there is none.' },
);

export const DomainAnswersAnswer = successOf(
  Type.Object(
    {
      domain: Type.String(),
      revision: Type.Integer({
        minimum: 1,
        description: 'Number that rises each time the domain is written.',
      }),
      files: Type.Array(WellKnownFile, {
        description: 'Well-known files that were requested, by name.',
      }),
      agents: Type.Array(
        Type.Object(
          {
            agent: Type.String({ description: 'Product token, such as GPTBot.' }),
            verdict: Type.Enum([...ROBOTS_VERDICTS]),
          },
          CLOSED,
        ),
        {
          description:
            'Known agents with the verdict of robots.txt: they may fetch nothing (blocked), some of the site (partly), or all of it (allowed). Empty if it was not read.',
        },
      ),
      certificate: nullable(Certificate),
      icon: nullable(Icon),
      ...listOf(PageHead).properties,
      total_count: Type.Integer({ ...count, description: 'Number of stored pages.' }),
    },
    CLOSED,
  ),
);
export type DomainAnswers = Answer<Static<typeof DomainAnswersAnswer>>['data'];
