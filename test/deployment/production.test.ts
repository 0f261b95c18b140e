import { existsSync, readFileSync } from 'node:fs';
import { documentSettings } from '@sitegrep/config';
import { METRICS } from '@sitegrep/metrics';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/production.md');

describe('the page on production', () => {
  test('shows the same role as Compose, in both sections', () => {
    const role: unknown = JSON.parse(read('infra/elasticsearch/role.json'));
    const [whole = ''] = /^\{\n {2}"cluster"[^`]*/m.exec(page) ?? [];
    expect(JSON.parse(whole)).toEqual(role);
    const [, key = ''] = /--json '(\{\n {2}"name": "sitegrep"[^']*)'/.exec(page) ?? [];
    expect(JSON.parse(key)).toEqual({ name: 'sitegrep', role_descriptors: { sitegrep: role } });
  });

  test('shows the same Redis user as Compose', () => {
    expect(page).toContain(`${read('infra/redis/user.acl').trim()} >`);
  });

  test.each([
    ['docker-compose.yml', /### With Docker\n([^]*?)\n### /],
    ['docker-compose.cluster.yml', /## A cluster on one machine[^\n]*\n([^]*?)\n### /],
  ])('has a row for each variable of %s, and for no other', (file, section) => {
    const [, text = ''] = section.exec(page) ?? [];
    const rows = Array.from(text.matchAll(/^\| (`[^|]*) \|/gm), ([, names = '']) => names);
    const listed = rows.flatMap((names) => Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => name));
    const used = new Set(Array.from(read(file).matchAll(/(?<!\$)\$\{(\w+)/g), ([, name = '']) => name));
    // Two more services have the variables of the API, under names of their own.
    const own = [...used].filter((name) => !/^(?:PROMETHEUS|GRAFANA)_/.test(name));
    expect(new Set(listed)).toEqual(new Set(own));
  });

  test('installs what the systemd unit runs, with its user, settings and folders', () => {
    const unit = read('infra/systemd/sitegrep.service');
    const value = (key: string): string => new RegExp(`^${key}=-?(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const [program = ''] = value('ExecStart').split(' ');
    const prefix = program.replace('/node_modules/.bin/sitegrep', '');
    const [, section = ''] = /### With systemd\n([^]*?)\n## /.exec(page) ?? [];
    for (const command of [
      `sudo npm install --prefix ${prefix} ./sitegrep-`,
      `sudo useradd --system --home-dir /var/lib/${value('StateDirectory')} --shell /usr/sbin/nologin ${value('User')}\n`,
      `sudo install -m 600 /dev/null ${value('EnvironmentFile')}\n`,
      `sudo -u ${value('User')} SITEGREP_DATA_DIR=/var/lib/${value('StateDirectory')} ${program} `,
    ])
      expect(section).toContain(command);
  });

  test('names existing settings, metrics, alerts, files and sections', () => {
    const settings = documentSettings();
    // The page names this variable as an example of one that Kubernetes adds, and that is not a setting.
    const own = page.replaceAll('SITEGREP_API_PORT', '').matchAll(/SITEGREP_[A-Z_]+[A-Z]/g);
    for (const [name] of own) expect(settings).toContain(`\`${name.replace(/_FILE$/, '')}\``);
    for (const [name] of page.matchAll(/\bsitegrep_[a-z_]+/g)) expect(Object.keys(METRICS)).toContain(name);
    for (const [alert] of page.matchAll(/\bSitegrep[A-Z]\w+/g)) {
      expect(read('infra/prometheus/alerts.yml')).toContain(`alert: ${alert}\n`);
    }
    for (const [path = ''] of page.matchAll(/infra\/[\w./-]+\w/g)) {
      expect([path, existsSync(new URL(path, root))]).toEqual([path, true]);
    }
    const headings = Array.from(page.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, link = ''] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(link);
  });
});
