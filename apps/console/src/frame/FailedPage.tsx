import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../parts/Failure.tsx';

/** A page that could not be shown, within the frame. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page">
      <Failure error={error} retry={reset} />
    </div>
  );
}
