const ESCAPED_URL = 'the crawler asks for URLs as the URL standard writes them, where this octet is escaped';
const ONE_MEMBER = 'records that are compressed as one are read too';

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
};
