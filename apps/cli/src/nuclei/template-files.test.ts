import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTemplates, type TemplateFile } from './template-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-templates-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HEAD = 'id: kettle\ninfo:\n  name: Kettle\n  severity: low\n';

async function read(files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly TemplateFile[]> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return [...readTemplates(folder)];
}

/** The problem of the only file. */
async function problemOf(content: string | Uint8Array): Promise<string> {
  const [file] = await read({ 'a.yaml': content });
  return file?.kind === 'fault' ? file.problem.replace(`${folder}/`, '') : `is a ${String(file?.kind)}`;
}

describe('templates of a folder', () => {
  test('are read with their queries, texts or lists, in the order of the engines', async () => {
    const [file] = await read({
      'a.yaml': `${HEAD}  metadata:
    verified: true
    shodan-query:
      - http.title:"kettle"
      - 'http.html:"kettle"'
    fofa-query: body="kettle"
    publicwww-query: "/wp-content/plugins/kettle/"
    google-query: intitle:"kettle"
http:
  - method: GET
`,
    });
    expect(file).toEqual({
      kind: 'template',
      template: {
        file: join(folder, 'a.yaml'),
        id: 'kettle',
        name: 'Kettle',
        severity: 'low',
        queries: [
          { engine: 'publicwww', original: '/wp-content/plugins/kettle/' },
          { engine: 'fofa', original: 'body="kettle"' },
          { engine: 'shodan', original: 'http.title:"kettle"' },
          { engine: 'shodan', original: 'http.html:"kettle"' },
        ],
      },
    });
  });

  test('are found in folders within it, by the names of files; other YAML is told apart', async () => {
    const files = await read({
      'b/z.yml': HEAD,
      'b/a.YAML': HEAD,
      'a.yaml': 'rules: []\n',
      '.github/x.yaml': HEAD,
      'readme.md': HEAD,
    });
    expect(files.map((file) => (file.kind === 'template' ? file.template.file : file.kind))).toEqual([
      'other',
      join(folder, 'b/a.YAML'),
      join(folder, 'b/z.yml'),
    ]);
  });

  test('have queries where aliases and numbers stand for texts', async () => {
    const [file] = await read({
      'a.yaml': 'x: &q body="a"\nid: 7\ninfo:\n  metadata:\n    fofa-query: *q\n    publicwww-query: 42\n',
    });
    expect(file).toMatchObject({
      template: {
        id: '7',
        name: null,
        queries: [
          { engine: 'publicwww', original: '42' },
          { engine: 'fofa', original: 'body="a"' },
        ],
      },
    });
  });
});

describe('a file that is not a template', () => {
  const bomb = [
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from(
      { length: 9 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
    ),
    'id: bomb',
    'info: {name: x, metadata: {fofa-query: *a9}}',
  ].join('\n');

  test.each<[string, string | Uint8Array, string]>([
    ['a broken quote', `${HEAD}  x: "a\n`, 'a.yaml: not YAML: in line '],
    ['tabs', 'id: a\n\tinfo: b\n', 'a.yaml: not YAML: in line 2, column '],
    ['a text', 'no template at all', 'a.yaml: not a mapping, as a template is.'],
    ['nothing', '', 'a.yaml: not a mapping, as a template is.'],
    ['two documents', `${HEAD}---\n${HEAD}`, 'a.yaml: not YAML: in line 5, column 1, '],
    ['other bytes', Uint8Array.of(0xff, 0xfe, 0x00), 'a.yaml: not UTF-8, as YAML is; save it as UTF-8.'],
    [
      'too much',
      `${HEAD}# ${'a'.repeat(1 << 20)}`,
      'a.yaml: 1.0 MiB; a template that is read has at most 1.0 MiB.',
    ],
    ['a bomb of aliases', bomb, 'a.yaml: its aliases stand for more than a template can have.'],
    ['a circle', 'id: a\ninfo: &i\n  metadata: *i\n  x: *i\n', 'is a template'],
    ['deep lists', `${HEAD}x: ${'['.repeat(200_000)}`, 'a.yaml: not YAML: in line 5, column '],
    ['deep dashes', `${HEAD}x:\n  ${'- '.repeat(100_000)}`, 'a.yaml: not YAML: in line '],
    [
      'a query of parts',
      `${HEAD}  metadata:\n    fofa-query: {a: b}\n`,
      'a.yaml: info.metadata.fofa-query is neither a text nor a list of texts.',
    ],
    [
      'many queries',
      `${HEAD}  metadata:\n    fofa-query: [${'a,'.repeat(101)}]\n`,
      'a.yaml: info.metadata.fofa-query has 101 queries; at most 100 are read.',
    ],
    ['an id of parts', 'id: []\ninfo: {}\n', 'a.yaml: id is not text.'],
    ['names of prototypes', `${HEAD}  metadata: {__proto__: {fofa-query: body="a"}}\n`, 'is a template'],
  ])('%s is told, or has no query', async (_, content, problem) => {
    expect(await problemOf(content)).toContain(problem);
  });

  test('leaves the others', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'sitegrep-outside-'));
    await writeFile(join(outside, 'secret.yaml'), HEAD);
    await symlink(join(outside, 'secret.yaml'), join(folder, 'b.yaml'));
    await symlink(folder, join(folder, 'c'));
    const files = await read({ 'a.yaml': '"', 'd.yaml': HEAD });
    const link = 'a symbolic link, which is not followed; name its target as well.';
    expect(files).toEqual([
      { kind: 'fault', problem: expect.stringContaining('a.yaml: not YAML') },
      { kind: 'fault', problem: `${join(folder, 'b.yaml')}: ${link}` },
      { kind: 'fault', problem: `${join(folder, 'c')}: ${link}` },
      { kind: 'template', template: expect.objectContaining({ id: 'kettle', queries: [] }) },
    ]);
    await rm(outside, { recursive: true });
  });

  test.skipIf(process.getuid?.() === 0)('is told if it may not be read', async () => {
    await writeFile(join(folder, 'a.yaml'), HEAD);
    await chmod(join(folder, 'a.yaml'), 0);
    expect([...readTemplates(folder)]).toEqual([
      { kind: 'fault', problem: `${join(folder, 'a.yaml')}: it may not be read; check who may read it.` },
    ]);
  });
});
