import { useNewConsole } from '../api/new-console.ts';
import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';
import { Problem } from './Failure.tsx';
import { OutdatedLine } from './Outdated.tsx';

interface ReloadProps {
  /** Message that something did not load. */
  readonly problem: string;
  readonly retry: () => void;
}

/** The remedy where a part of the scripts did not load: another try, or the new version of all of them. */
export function Reload({ problem, retry }: ReloadProps) {
  const isNew = useNewConsole();
  return (
    <>
      <Problem text={isNew ? `${problem} ${TEXT.newConsole.title}` : problem} />
      <div className="row">
        {isNew ? <ReloadButton /> : <Button onClick={retry}>{TEXT.failed.again}</Button>}
      </div>
    </>
  );
}

/** A line that says that the server has a newer version of the console; nothing if it has not, as far as is known. */
export function NewConsole() {
  if (!useNewConsole()) return null;
  return (
    <OutdatedLine why={TEXT.newConsole.title} button={<ReloadButton />}>
      {TEXT.newConsole.hint}
    </OutdatedLine>
  );
}

function ReloadButton() {
  return (
    <Button look="primary" onClick={() => window.location.reload()}>
      {TEXT.newConsole.reload}
    </Button>
  );
}
