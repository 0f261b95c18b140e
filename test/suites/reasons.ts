const ESCAPED_URL = 'the crawler asks for URLs as the URL standard writes them, where this octet is escaped';
const ONE_MEMBER = 'records that are compressed as one are read too';
const NEIGHBOUR =
  'the model lacks this language, and neither its letters nor a declaration tell it from the one that is named';
const WIDER_CODE = 'the code that is named stands for a group of languages, this one among them (ISO 639-3)';
const UNSTATED = 'the file states no language';

/**
 * Why a disagreement with a suite of others stands: suite → key of the case → reason. A disagreement that is not here makes
 * `npm run suites` fail, and so does a reason whose case agrees.
 */
export const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  robotstxt: {
    'GoogleOnly_SystemTest 3': 'no request has an empty path',
    'ID_Encoding 3': ESCAPED_URL,
    'ID_Encoding 5': ESCAPED_URL,
    'ID_Encoding 6': 'RFC 9309, 2.2.2: escapes of unreserved characters are undone before comparing',
    'GoogleOnly_IndexHTMLisDirectory 1': "Google's own rule, which is not in RFC 9309",
  },
  warcio: {
    'example-bad-non-chunked.warc.gz': ONE_MEMBER,
    'example-bad.warc.gz.bad': ONE_MEMBER,
    'example-wrong-chunks.warc.gz': 'a record that goes on in the next gzip member is read whole',
  },
  udhr: {
    ...because(
      NEIGHBOUR,
      '032 044 046 047 048 049 056 ace afr ast ban bcl bho bos_cyrl bos_latn ceb cha cnr cos eml fkv fri ' +
        'fur gag glg gsw1 hil ido ilo ina jav kea krl lad lat_1 lij lnc ltz mad mag mai mly_arab mxi nds nep ' +
        'oci_3 pam pap pcm pnb rmy roh roh_puter roh_rumgr roh_sursilv roh_vallader san sco skr slr srp_latn ' +
        'sun taj tir tly tuk_cyrl tuk_latn tyv vec vie_han war wln',
    ),
    ...because(WIDER_CODE, 'cjy gan hak hsn min mly_latn nan wuu yue'),
    ...because(UNSTATED, '023 026'),
  },
};

function because(reason: string, keys: string): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.split(' ').map((key) => [key, reason]));
}
