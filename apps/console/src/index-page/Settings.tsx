import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { State } from '../parts/Failure.tsx';
import { Field, Tick } from '../parts/Field.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { type Setting, settingsWith, type SettingWish, wishIn, wishParameters } from './setting-filter.ts';

const COLUMNS: readonly Column<Setting>[] = [
  {
    text: WORDS.variable,
    cell: ({ variable, description }) => (
      <>
        <code>{variable}</code>
        <p className="quiet">{description}</p>
      </>
    ),
  },
  {
    text: WORDS.value,
    className: () => 'mono',
    cell: ({ value }) =>
      value === '' ? <span className="quiet">{WORDS.nothing}</span> : <Foreign text={value} />,
  },
  {
    text: WORDS.from,
    className: ({ is_default: isDefault }) => (isDefault ? 'quiet' : ''),
    cell: ({ is_default: isDefault }) => (isDefault ? WORDS.byDefault : WORDS.set),
  },
];

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
      <Table
        label={group}
        columns={COLUMNS}
        className="settings"
        items={members}
        keyOf={({ variable }) => variable}
      />
    </section>
  ));
}
