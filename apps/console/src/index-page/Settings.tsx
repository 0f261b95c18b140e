import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Settings as Listed } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { Failure, Loading, State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Table } from '../parts/Table.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';

const COLUMNS = [{ text: WORDS.variable }, { text: WORDS.value }, { text: WORDS.from }];

type Setting = Listed['settings'][number];

const indexRoute = getRouteApi('/index');

/** The settings in force, which a text and a mark narrow down. */
export function Settings() {
  const { find = '', changed } = indexRoute.useSearch();
  const navigate = useNavigate();
  const isChangedOnly = changed === 'only';
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.admin.settings({ signal }),
  });
  function show(wish: { readonly find: string; readonly isChangedOnly: boolean }): void {
    const search = {
      tab: 'settings',
      ...(wish.find !== '' && { find: wish.find }),
      ...(wish.isChangedOnly && { changed: 'only' }),
    };
    void navigate({ to: '/index', search, replace: true });
  }
  return (
    <section className="stack">
      <p className="quiet">{WORDS.settingsHint}</p>
      <div className="row at-bottom">
        <label className="field">
          {WORDS.find}
          <input
            className="input"
            type="search"
            placeholder={WORDS.findHint}
            size={36}
            value={find}
            onChange={({ target: { value } }) => show({ find: value, isChangedOnly })}
          />
        </label>
        <label className="row">
          <input
            type="checkbox"
            checked={isChangedOnly}
            onChange={({ target: { checked } }) => show({ find, isChangedOnly: checked })}
          />
          {WORDS.changedOnly}
        </label>
      </div>
      {settings.data === undefined ? (
        settings.isError ? (
          <Failure error={settings.error} retry={() => void settings.refetch()} />
        ) : (
          <Loading lines={8} />
        )
      ) : (
        <Groups
          settings={settings.data.settings.filter(
            (setting) => has(setting, find) && !(isChangedOnly && setting.is_default),
          )}
        />
      )}
    </section>
  );
}

function has({ variable, value, description }: Setting, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [variable, value, description].some((part) => part.toLowerCase().includes(wanted));
}

function Groups({ settings }: { readonly settings: readonly Setting[] }) {
  if (settings.length === 0) return <State title={WORDS.noSetting} />;
  return [...Map.groupBy(settings, ({ group }) => group)].map(([group, members]) => (
    <section key={group} className="stack tight">
      <h2>{group}</h2>
      <Table label={group} columns={COLUMNS} className="settings">
        {members.map((setting) => (
          <Row key={setting.variable} setting={setting} />
        ))}
      </Table>
    </section>
  ));
}

function Row({
  setting: { variable, value, is_default: isDefault, description },
}: {
  readonly setting: Setting;
}) {
  return (
    <tr>
      <td>
        <code>{variable}</code>
        <p className="quiet">{description}</p>
      </td>
      <td className="mono">
        {value === '' ? <span className="quiet">{WORDS.nothing}</span> : <Foreign text={value} />}
      </td>
      <td className={isDefault ? 'quiet' : ''}>{isDefault ? WORDS.byDefault : WORDS.set}</td>
    </tr>
  );
}
