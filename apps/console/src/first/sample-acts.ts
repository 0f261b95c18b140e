import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { SESSION_KEY } from '../api/queries.ts';
import { QUERY_FIELD } from '../frame/shortcuts.tsx';

/** Adds the sample sites, or removes them; everything that is shown is read again after that. */
export function useSampleAct() {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wish: 'add' | 'remove') => client.admin.samples[wish](),
    onSuccess: async () => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      // The button that had the focus is gone.
      document.getElementById(QUERY_FIELD)?.focus();
    },
  });
  return { act: mutate, isBusy: isPending, error };
}
