import { useQuery } from '@tanstack/react-query';
import { SitegrepError } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Menu } from '../parts/Menu.tsx';
import { TEXT } from '../text.ts';

const WORDS = TEXT.health;

/** Time between two looks, in milliseconds. */
const EVERY_MS = 15_000;

type State = 'checking' | 'ready' | 'degraded' | 'down' | 'unreachable';

/** Health of the server and of what it depends on: a dot, a word, and details when it is opened. */
export function Health() {
  const ready = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => client.instance.ready({ signal, retries: 0, timeout: EVERY_MS }),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  const { data, error } = ready;
  const state = stateOf(data?.dependencies, error);
  return (
    <div className="health">
      <Menu
        label={
          <>
            <span className="dot" data-state={state} aria-hidden="true" />
            <span className="hidden-text">{WORDS.label}: </span>
            <span className="health-word" role="status">
              {WORDS.states[state]}
            </span>
          </>
        }
      >
        <p className="about">{error === null ? WORDS.meaning[state] : messageOf(error)}</p>
        {error === null && data !== undefined && (
          <dl className="about facts">
            {Object.entries(data.dependencies).map(([name, up]) => (
              <div key={name} className="dependency">
                <dt>{(WORDS.names as Readonly<Record<string, string>>)[name] ?? name}</dt>
                <dd className={up === 'up' ? 'good' : 'warning'}>{WORDS.dependency[up]}</dd>
              </div>
            ))}
          </dl>
        )}
      </Menu>
    </div>
  );
}

function stateOf(dependencies: Readonly<Record<string, string>> | undefined, error: Error | null): State {
  if (error !== null) {
    const isAway = error instanceof SitegrepError && ['network', 'timeout'].includes(error.code);
    return isAway ? 'unreachable' : 'down';
  }
  if (dependencies === undefined) return 'checking';
  return Object.values(dependencies).every((state) => state === 'up') ? 'ready' : 'degraded';
}
