/**
 * Types of the part of wappalyzer-core 6.10.66 that is used here. The module holds its technologies and categories in one
 * shared object.
 */
declare module 'wappalyzer-core' {
  /**
   * One parsed pattern: `value` is its text before the attributes, `regex` the expression that runs (flag i
   * only).
   */
  export interface CorePattern {
    readonly value: string | number;
    readonly regex: RegExp;
    readonly confidence: number;
    /** Template with `\1` and `\1?a:b`, or ''. */
    readonly version: string;
  }

  /** Conditions on the elements a selector finds. */
  export interface CoreDomPattern {
    readonly exists?: CorePattern;
    readonly text?: CorePattern;
    readonly attributes?: Readonly<Record<string, CorePattern>>;
    readonly properties?: Readonly<Record<string, CorePattern>>;
  }

  export type CorePatternsByKey = Readonly<Record<string, readonly CorePattern[]>>;

  export interface CoreTechnology {
    readonly name: string;
    readonly categories: readonly number[];
    readonly headers: CorePatternsByKey;
    readonly cookies: CorePatternsByKey;
    readonly meta: CorePatternsByKey;
    readonly html: readonly CorePattern[];
    readonly scripts: readonly CorePattern[];
    readonly scriptSrc: readonly CorePattern[];
    readonly url: readonly CorePattern[];
    readonly text: readonly CorePattern[];
    readonly css: readonly CorePattern[];
    readonly robots: readonly CorePattern[];
    readonly certIssuer: readonly CorePattern[];
    readonly dns: CorePatternsByKey;
    readonly js: CorePatternsByKey;
    readonly xhr: readonly CorePattern[];
    readonly dom: Readonly<Record<string, readonly CoreDomPattern[]>>;
    readonly implies: readonly {
      readonly name: string;
      readonly confidence: number;
      readonly version: string;
    }[];
    readonly excludes: readonly { readonly name: string }[];
    readonly requires: readonly { readonly name: string }[];
    readonly requiresCategory: readonly { readonly id: number | string }[];
  }

  export interface CoreCategory {
    readonly id: number;
    readonly name: string;
    readonly slug: string;
    readonly priority: number;
    readonly groups: readonly number[];
  }

  /** Fields of a technology that `resolve` reads. */
  export type CoreResolvable = Pick<CoreTechnology, 'categories' | 'excludes' | 'implies' | 'name'>;

  export interface CoreDetection {
    readonly technology: CoreResolvable;
    readonly pattern: { readonly confidence: number };
    readonly version: string;
  }

  export interface CoreResolved {
    readonly name: string;
    readonly categories: readonly CoreCategory[];
    readonly confidence: number;
    readonly version: string;
  }

  /** Input of `analyze`. Absent and empty fields are ignored. */
  export interface CoreItems {
    readonly url?: string;
    readonly html?: string;
    readonly scripts?: string;
    readonly scriptSrc?: readonly string[];
    readonly meta?: Readonly<Record<string, readonly string[]>>;
    readonly headers?: Readonly<Record<string, readonly string[]>>;
    readonly cookies?: Readonly<Record<string, readonly string[]>>;
    readonly text?: string;
    readonly css?: string;
    readonly robots?: string;
    readonly certIssuer?: string;
    readonly dns?: Readonly<Record<string, readonly string[]>>;
  }

  interface Core {
    technologies: readonly CoreTechnology[];
    categories: readonly CoreCategory[];
    requires: readonly { readonly name: string; readonly technologies: readonly CoreTechnology[] }[];
    categoryRequires: readonly {
      readonly categoryId: number;
      readonly technologies: readonly CoreTechnology[];
    }[];
    getTechnology: (name: string) => CoreResolvable | undefined;
    getCategory: (id: number) => CoreCategory | undefined;
    /** Needs `requires` and `categoryRequires` to be empty arrays. */
    setTechnologies(data: Readonly<Record<string, unknown>>): void;
    setCategories(data: Readonly<Record<string, unknown>>): void;
    slugify(name: string): string;
    /** Throws SyntaxError if the pattern is not a regular expression. */
    parsePattern(pattern: string): CorePattern;
    analyze(items: CoreItems, technologies?: readonly CoreTechnology[]): CoreDetection[];
    analyzeOneToMany(technology: CoreTechnology, field: string, values: readonly string[]): CoreDetection[];
    analyzeManyToMany(
      technology: CoreTechnology,
      field: string,
      items: Readonly<Record<string, readonly string[]>>,
    ): CoreDetection[];
    resolve(detections: readonly CoreDetection[]): CoreResolved[];
    /** Only `exec` of the regex is called, once, with `text`. */
    resolveVersion(
      pattern: {
        readonly version: string;
        readonly regex: { exec(text: string): RegExpExecArray | null };
      },
      text: string,
    ): string;
  }

  const core: Core;
  export default core;
}
