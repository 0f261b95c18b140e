import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, START } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Problem } from '../parts/Failure.tsx';
import { FIRST_TEXT } from '../text/first.ts';

const WORDS = FIRST_TEXT.key;

interface FirstKeyProps {
  /** The key that was made here; null: none was. */
  readonly secret: string | null;
  /** Query of the command line that is shown with it. */
  readonly query: string;
  readonly onSecret: (secret: string) => void;
}

/** A button that makes a key for a program, and then the key, once, with a line that searches with it. */
export function FirstKey({ secret, query, onSecret }: FirstKeyProps) {
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => client.admin.keys.create({ name: WORDS.name, scopes: ['search'] }),
    onSuccess: async (made) => {
      onSecret(made.secret);
      await queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  if (secret === null) {
    return (
      <>
        <p>{WORDS.lead}</p>
        <Problem text={make.isError ? messageOf(make.error) : null} />
        <div>
          <Button disabled={make.isPending} onClick={() => make.mutate()}>
            {WORDS.make}
          </Button>
        </div>
      </>
    );
  }
  const line = curlLine(secret, query);
  return (
    <>
      <p role="status">{WORDS.once}</p>
      <pre className="first-line">{line}</pre>
      <p className="row">
        <CopyButton text={line} />
      </p>
    </>
  );
}

/** A command line that searches with a key. */
function curlLine(secret: string, query: string): string {
  const body = JSON.stringify({ q: query, limit: 10 }).replaceAll("'", String.raw`'\''`);
  const url = new URL('search', START).href;
  return `curl -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' ${url} -d '${body}'`;
}
