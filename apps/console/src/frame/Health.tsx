import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { HEALTH_TEXT as WORDS } from '../text/health.ts';
import { useMay } from './caller.ts';
import type { ServerHealth } from './follow-health.ts';
import { useHealth } from './use-health.ts';

/** Health of the server and of what it depends on: a dot, a word, and what to do when it is opened. */
export function Health() {
  const health = useHealth();
  const { state, dependencies, details } = health;
  const mayAdmin = useMay('admin');
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
        <p className="about">{WORDS.meaning[state]}</p>
        {remediesFor(health).map((remedy) => (
          <p key={remedy} className="about remedy">
            {remedy}
          </p>
        ))}
        {details !== null && <p className="about quiet">{details}</p>}
        {dependencies.length > 0 && (
          <dl className="about facts">
            {dependencies.map(({ name, state: own }) => (
              <div key={name} className="dependency">
                <dt>{(WORDS.names as Readonly<Record<string, string>>)[name] ?? name}</dt>
                <dd className={own === 'up' ? 'good' : own === 'full' ? 'warning' : 'bad'}>
                  {WORDS.dependency[own]}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {mayAdmin && (state === 'degraded' || state === 'down') && (
          <Link to="/index" search={{ tab: 'checks' }} className="about">
            {WORDS.checks}
          </Link>
        )}
      </Menu>
    </div>
  );
}

/** Remedies for what is wrong, one for each service. */
function remediesFor({ dependencies }: ServerHealth): readonly string[] {
  const texts = dependencies.flatMap(({ name, service, state }) => {
    if (state === 'up') return [];
    if (state === 'full') return [WORDS.remedy.full];
    return [name === 'queue' ? WORDS.remedy.queue(service) : WORDS.remedy.storage(service)];
  });
  return [...new Set(texts)];
}
