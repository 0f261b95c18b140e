import { describe, expect, test } from 'vitest';
import { prescanEncoding } from './prescan.ts';

const declared = (head: string): string | null => prescanEncoding(Buffer.from(head, 'latin1'));

describe('the encoding a page declares', () => {
  test.each([
    ['<meta charset=utf-8>', 'utf-8'],
    ['<META CHARSET="Shift_JIS">', 'shift_jis'],
    ["<meta charset = ' gb2312 '>", 'gbk'],
    ['<meta/charset="big5"/>', 'big5'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', 'windows-1251'],
    ['<meta content="text/html;charset=\'koi8-r\'" http-equiv=content-type>', 'koi8-r'],
    ['<meta http-equiv=Content-Type content="text/html; charset = euc-jp ; x=y">', 'euc-jp'],
    [
      '<!DOCTYPE html><html lang="de" data-x=\'<meta charset=big5>\'><meta charset=iso-8859-1>',
      'windows-1252',
    ],
    ['<!-- <meta charset=big5> --><meta charset=euc-kr>', 'euc-kr'],
    ['<!--><meta charset=euc-kr>', 'euc-kr'],
    ['</p title="<meta charset=big5>"><meta charset=euc-kr>', 'euc-kr'],
    ['<? <meta charset=big5> ?><meta charset=euc-kr>', 'euc-kr'],
    ['<metadata charset=big5><meta charset=euc-kr>', 'euc-kr'],
    ['<meta charset=nonsense><meta charset=euc-kr>', 'euc-kr'],
    ['<meta charset=big5 charset=euc-kr>', 'big5'],
    ['<meta name=a =b charset=big5>', 'big5'],
    ['a < b <meta charset=big5>', 'big5'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><meta charset=utf-8>', 'utf-8'],
  ])('%s is %s', (head, encoding) => {
    expect(declared(head)).toBe(encoding);
  });

  test('UTF-16 cannot be declared in bytes that read as ASCII, so it means UTF-8', () => {
    expect(declared('<meta charset=utf-16>')).toBe('utf-8');
    expect(declared('<meta charset=utf-16be>')).toBe('utf-8');
    expect(declared('<?xml version="1.0" encoding="UTF-16"?>')).toBe('utf-8');
  });

  test('x-user-defined means windows-1252', () => {
    expect(declared('<meta charset=x-user-defined>')).toBe('windows-1252');
  });

  test('an XML declaration in UTF-16 shows itself', () => {
    expect(prescanEncoding(Buffer.from('<?xml version="1.0"?>', 'utf16le'))).toBe('utf-16le');
    expect(prescanEncoding(Buffer.from('<?xml version="1.0"?>', 'utf16le').swap16())).toBe('utf-16be');
  });

  test.each([
    '',
    '<',
    '<!',
    '<meta',
    '<meta charset',
    '<meta charset="utf-8',
    '<meta charset=big5',
    '<meta charset=big5 ',
    '<meta charset="big5"',
    '<?xml version="1.0" encoding="big5"',
    `${' '.repeat(1_024 - 20)}<meta charset=gb18030>`,
    '<meta http-equiv=content-type content="charset">',
    '<meta http-equiv=content-type content="charset=">',
    '<meta http-equiv=content-type content="charset=\'utf-8">',
    '<meta content="text/html; charset=big5">',
    '<meta http-equiv=refresh content="text/html; charset=big5">',
    '<!-- <meta charset=big5>',
    '<meta http-equiv=content-type content="charset=\'x; charset=big5">',
    '<meta http-equiv=content-type content="charset=; charset=big5">',
    `${' '.repeat(1_020)}<meta charset=big5>`,
  ])('%s declares nothing', (head) => {
    expect(declared(head)).toBeNull();
  });
});
