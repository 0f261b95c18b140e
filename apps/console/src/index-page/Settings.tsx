import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { State } from '../parts/Failure.tsx';
import { Field, Tick } from '../parts/Field.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Table } from '../parts/Table.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { type Setting, settingsWith, type SettingWish, wishIn, wishParameters } from './setting-filter.ts';

const COLUMNS = [{ text: WORDS.variable }, { text: WORDS.value }, { text: WORDS.from }];

const indexRoute = getRouteApi('/index');

/** The settings in force, which a text and a mark narrow down. */
export function Settings() {
  const navigate = useNavigate();
  const wish = wishIn(indexRoute.useSearch());
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.admin.settings({ signal }),
  });
  const show = (change: Partial<SettingWish>): void =>
    void navigate({ to: '/index', search: wishParameters({ ...wish, ...change }), replace: true });
  return (
    <section className="stack">
      <p className="quiet">{WORDS.settingsHint}</p>
      <div className="row at-bottom">
        <Field
          label={WORDS.find}
          type="search"
          placeholder={WORDS.findHint}
          size={36}
          value={wish.find}
          onChange={({ target: { value } }) => show({ find: value })}
        />
        <Tick
          label={WORDS.changedOnly}
          checked={wish.isChangedOnly}
          onChange={({ target: { checked } }) => show({ isChangedOnly: checked })}
        />
      </div>
      <Loaded query={settings} lines={8}>
        {(listed) => <Groups settings={settingsWith(listed.settings, wish)} />}
      </Loaded>
    </section>
  );
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
