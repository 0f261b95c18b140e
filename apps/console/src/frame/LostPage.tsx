import { State } from '../parts/Failure.tsx';
import { Link } from '../parts/Link.tsx';
import { TEXT } from '../text.ts';

export function LostPage() {
  return (
    <div className="page">
      <State title={TEXT.lost.title}>
        <Link to="/search" className="button primary">
          {TEXT.lost.action}
        </Link>
      </State>
    </div>
  );
}
