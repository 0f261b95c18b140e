import { useEffect, useRef, useState } from 'react';
import { signInBy, signInWith } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { isSignedOut, queryClient, sessionQuery } from '../api/queries.ts';
import { Button } from '../parts/Button.tsx';
import { TEXT } from '../text.ts';
import './sign-in.css';

/** Code of a sign-in link, which is in the part of the address that no server gets. It is taken out of the address. */
function codeOfLink(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

/** Read before the router changes the address. */
const CODE = codeOfLink();

/** The one try without a key since the page was loaded: signing out must not sign in again. */
let tryWithoutKey: Promise<void> | null = null;

export function SignIn() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function attempt(open: () => Promise<unknown>, refused: string | null): Promise<void> {
    try {
      await open();
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    } catch (error) {
      setProblem(isSignedOut(error) ? refused : messageOf(error));
      input.current?.focus();
    }
  }

  /** A key that is sent before the try without one has ended waits for it. */
  async function submit(key: string): Promise<void> {
    setBusy(true);
    await tryWithoutKey;
    await attempt(() => signInWith(key), TEXT.signIn.wrong);
    setBusy(false);
  }

  useEffect(() => {
    tryWithoutKey ??= attempt(() => signInBy(CODE), CODE === null ? null : TEXT.signIn.wrongLink);
  }, []);

  return (
    <main className="sign-in">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const key = input.current?.value.trim() ?? '';
          if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
            setProblem(TEXT.signIn.wrong);
            return;
          }
          void submit(key);
        }}
      >
        <div className="brand">{TEXT.name}</div>
        <h1>{TEXT.signIn.title}</h1>
        <p className="quiet">{TEXT.signIn.lead}</p>
        <label className="field">
          {TEXT.signIn.key}
          <input
            ref={input}
            className="input mono"
            type="password"
            name="key"
            autoComplete="current-password"
            spellCheck={false}
            autoFocus
            aria-invalid={problem !== null}
            aria-describedby="sign-in-hint"
          />
          <span id="sign-in-hint" className="hint">
            {TEXT.signIn.hint}
          </span>
        </label>
        <p className="bad" role="alert">
          {problem}
        </p>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? TEXT.signIn.working : TEXT.signIn.submit}
        </Button>
        <a href="docs">{TEXT.rail.documentation}</a>
      </form>
    </main>
  );
}
