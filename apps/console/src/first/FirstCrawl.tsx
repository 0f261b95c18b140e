import { useMutation, useQueryClient } from '@tanstack/react-query';
import { USUAL_MAX_PAGES } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { textIn } from '../parts/form.ts';
import { Link } from '../parts/Link.tsx';
import { FIRST_TEXT } from '../text/first.ts';

const WORDS = FIRST_TEXT.crawl;

/** The form of the first crawl, which has no options. */
export function FirstCrawl() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const submit = useMutation({
    mutationFn: (list: string) => client.admin.crawls.upload(list, { max_pages: USUAL_MAX_PAGES }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['crawls'] });
      await navigate({ to: '/crawls/$id', params: { id } });
    },
  });
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate(textIn(new FormData(event.currentTarget), 'sites'));
      }}
    >
      <label className="field">
        {WORDS.label}
        <textarea
          className="input"
          name="sites"
          rows={3}
          required
          spellCheck={false}
          placeholder={'example.com\nexample.org'}
        />
        <span className="hint">{WORDS.hint}</span>
      </label>
      <Problem text={submit.isError ? messageOf(submit.error) : null} />
      <div className="row">
        <Button type="submit" disabled={submit.isPending}>
          {WORDS.start}
        </Button>
        <Link to="/crawls">{WORDS.other}</Link>
        <Link to="/import">{WORDS.captures}</Link>
      </div>
    </form>
  );
}
