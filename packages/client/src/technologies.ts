import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import { ClientPart } from './transport.ts';

/** Choice of technologies in a list. */
export type TechnologyListRequest = NonNullable<Operations['listTechnologies']['query']>;

/** Domains that are counted. */
export type CountedIn = NonNullable<Operations['getTechnology']['query']>;

export type TechnologyList = Operations['listTechnologies']['data'];
export type CategoryList = Operations['listCategories']['data'];

/** Fingerprints, and the stored domain or page on which they are tried. */
export type TechnologyTest = Operations['testTechnologies']['json'];

/** Technologies with how many domains of the index have them, as `client.technologies`. Needs the scope `search`. */
export class Technologies extends ClientPart {
  /** Gets technologies, those of most domains first. */
  list(request: TechnologyListRequest = {}, options?: CallOptions): Promise<TechnologyList> {
    return this.transport.call('listTechnologies', { query: request }, options);
  }

  /** Gets one with its versions. @param name name or slug */
  get(
    name: string,
    request: CountedIn = {},
    options?: CallOptions,
  ): Promise<Operations['getTechnology']['data']> {
    return this.transport.call('getTechnology', { path: { slug: name }, query: request }, options);
  }

  /** Tries fingerprints of one's own on stored pages: which technologies they show, by what, and what they lack. */
  test(request: TechnologyTest, options?: CallOptions): Promise<Operations['testTechnologies']['data']> {
    return this.transport.call('testTechnologies', { json: request }, options);
  }

  /** Gets the categories of technologies, those of most domains first. */
  categories(request: CountedIn = {}, options?: CallOptions): Promise<CategoryList> {
    return this.transport.call('listCategories', { query: request }, options);
  }
}
