// What one site answers besides its pages: robots.txt, which came before its first page, and what is requested after it.
import {
  collectedAnswers,
  type CollectedAnswers,
  type FileAnswer,
  type FileName,
  type SiteCertificate,
  withoutText,
} from '@sitegrep/site';
import type { RobotsTxt } from '../robots.ts';
import type { FetchedIcon, PageVerdict } from '../task.ts';
import type { FetchedAnswer } from '../visit.ts';
import { SiteFiles, type SiteFilesOptions } from './site-files.ts';
import { SiteIconFetch, type SiteIconOptions } from './site-icon.ts';

export type SiteAnswersOptions = SiteFilesOptions & SiteIconOptions;

/** Answers of the origin of the first page of a site that is indexed. */
export class SiteAnswersCollector {
  readonly #options: SiteAnswersOptions;
  readonly #files: SiteFiles;
  readonly #icon: SiteIconFetch;
  #robotsTxt: RobotsTxt | null = null;
  #certificate: SiteCertificate | null = null;

  constructor(options: SiteAnswersOptions) {
    this.#options = options;
    this.#files = new SiteFiles(options);
    this.#icon = new SiteIconFetch(options);
  }

  /** True while a request is under way. */
  get busy(): boolean {
    return this.#files.busy || this.#icon.busy;
  }

  /**
   * Begins after a page. Only the first call has an effect.
   *
   * @param icon as in `PageVerdict`
   */
  begin(
    { url, robotsTxt, certificateFacts }: FetchedAnswer & { kind: 'page' | 'not_modified' },
    icon: PageVerdict['icon'],
  ): void {
    if (this.#robotsTxt === null) this.#certificate = certificateFacts;
    this.#robotsTxt ??= robotsTxt;
    this.#files.begin(url);
    this.#icon.begin(url, icon);
  }

  /** Sends the next request for a file, if there is one and none is under way, and that for the icon. */
  fetchNext(): void {
    this.#files.fetchNext();
    this.#icon.fetchNext();
  }

  /** Removes what has not started, at the end of the site. */
  stop(): void {
    this.#files.stop();
    this.#icon.stop();
  }

  /** The icon as in `CrawledSite`. */
  get icon(): FetchedIcon | 'as_stored' | null {
    return this.#icon.icon;
  }

  /** Answers that came, judged, without the icon; null if no page came. */
  collected(): CollectedAnswers | null {
    const robotsTxt = this.#robotsTxt;
    if (robotsTxt === null) return null;
    const { answers } = this.#files;
    const files = new Map<FileName, FileAnswer>(
      this.#options.files.map((name) => [name, answers.get(name) ?? withoutText(null, NOT_REQUESTED, '')]),
    );
    const { answer, rules } = robotsTxt;
    if (answer !== null) files.set('robots.txt', answer);
    const agents = answer === null ? null : rules.verdicts;
    return collectedAnswers(files, answers.get('missing') ?? null, agents, this.#certificate);
  }
}

const NOT_REQUESTED = 'the crawl of the site ended before it was requested';
