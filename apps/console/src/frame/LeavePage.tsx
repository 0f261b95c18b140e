import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../parts/Button.tsx';
import { shownCharacters } from '../parts/Foreign.tsx';
import { State } from '../parts/Failure.tsx';
import { TEXT } from '../text.ts';

const leaveRoute = getRouteApi('/leave');

/** Shows the whole address of a stranger's page before it is opened. */
export function LeavePage() {
  const { to = '' } = leaveRoute.useSearch();
  const url = URL.parse(to);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return (
      <div className="page">
        <h1>{TEXT.leave.title}</h1>
        <State title={TEXT.leave.invalid} />
      </div>
    );
  }
  return (
    <div className="page">
      <h1>{TEXT.leave.title}</h1>
      <State title={url.hostname}>
        <p>{TEXT.leave.lead}</p>
        <p className="mono foreign" dir="ltr">
          {shownCharacters(url.href)}
        </p>
        <div className="row">
          <a
            className="button primary"
            href={url.href}
            target="_blank"
            rel="noreferrer noopener nofollow external"
            referrerPolicy="no-referrer"
          >
            {TEXT.leave.open} <span aria-hidden="true">↗</span>
          </a>
          <Button onClick={() => history.back()}>{TEXT.leave.back}</Button>
        </div>
      </State>
    </div>
  );
}
