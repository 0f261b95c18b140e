import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { sessionQuery } from '../api/queries.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Frame } from './Frame.tsx';
import { SignIn } from './SignIn.tsx';
import { CallerContext } from './caller.ts';

/** The page within its frame, or the way to sign in. */
export function Root() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (session.data === undefined) {
    return (
      <main className="page">
        <Loaded query={session}>{() => null}</Loaded>
      </main>
    );
  }
  if (session.data === null) return <SignIn />;
  return (
    <CallerContext value={session.data}>
      <Frame path={pathname}>
        <Outlet />
      </Frame>
    </CallerContext>
  );
}
