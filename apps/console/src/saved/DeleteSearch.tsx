import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { SAVED_KEY } from './queries.ts';

/** The question before a saved search is deleted. */
export function DeleteSearch({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  async function remove(): Promise<void> {
    await client.searches.delete(id);
    await navigate({ to: '/saved' });
    queries.removeQueries({ queryKey: SAVED_KEY, type: 'inactive' });
    await queries.invalidateQueries({ queryKey: SAVED_KEY });
  }
  return (
    <Confirm title={WORDS.remove} action={WORDS.remove} isDangerous onConfirm={remove} onClose={onClose}>
      <p>{WORDS.removeAsk(id)}</p>
    </Confirm>
  );
}
