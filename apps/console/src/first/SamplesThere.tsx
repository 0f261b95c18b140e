import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../api/message.ts';
import { client } from '../api/client.ts';
import { counted } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { FIRST_TEXT } from '../text/first.ts';
import { useSampleAct } from './sample-acts.ts';

const WORDS = FIRST_TEXT.samples;

/** Says that sample sites are in the index, with a button that removes them; nothing where there are none. */
export function SamplesThere() {
  const samples = useQuery({
    queryKey: ['samples'],
    queryFn: ({ signal }) => client.admin.samples.get({ signal }),
  });
  const { act, isBusy, error } = useSampleAct();
  const indexed = samples.data?.indexed ?? 0;
  if (indexed === 0) return null;
  return (
    <>
      <p className="row">
        {WORDS.among(counted(indexed, 'sample site'))}
        <Button disabled={isBusy} onClick={() => act('remove')}>
          {isBusy ? WORDS.removing : WORDS.remove}
        </Button>
      </p>
      <Problem text={error === null ? null : messageOf(error)} />
    </>
  );
}
