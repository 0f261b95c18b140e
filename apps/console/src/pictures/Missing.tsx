import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { TEXT } from '../text.ts';

interface MissingProps {
  readonly error: Error;
  readonly refetch: () => Promise<unknown>;
}

/** Stands for a picture that could not be made: why, and the way to try again. */
export function Missing({ error, refetch }: MissingProps) {
  return (
    <div>
      <p className="quiet" role="alert">
        {messageOf(error)}
      </p>
      <Button onClick={() => void refetch()}>{TEXT.failed.again}</Button>
    </div>
  );
}
