interface SearchData {
  readonly total_count: number;
  readonly items_count: number;
  readonly offset: number;
  readonly offset_token: string;
  readonly items: readonly { readonly domain: string; readonly domain_rank: number }[];
}

/** @throws if it is not answered 200 */
export type Search = (body: object) => Promise<SearchData>;

/** Searches over HTTP; connections are kept. */
export function searchAt(url: string, key: string): Search {
  return async (body) => {
    const response = await fetch(`${url}/html-source-code-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { success: boolean; data: SearchData };
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
}
