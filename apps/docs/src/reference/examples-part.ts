import { html, type Html } from '../html.ts';
import { examplesOf, LANGUAGES } from './examples.ts';
import type { ExampleRequest } from './request.ts';

/** Renders the example of an operation in each language; the script of the page shows one at a time, by tabs. */
export function examplesPart(request: ExampleRequest): Html {
  const examples = examplesOf(request);
  const shown = LANGUAGES.flatMap((language) => {
    const code = examples[language];
    return code === null ? [] : [{ language, code }];
  });
  return html`<div class="examples" data-operation="${request.id}">
    ${shown.map(
      ({ language, code }) =>
        html`<div class="example" data-language="${language}">
          <h3>${language}</h3>
          <pre tabindex="0">${code}</pre>
        </div>`,
    )}
  </div>`;
}
