// Pages as scripts make them: a document after its scripts have run, in a Chromium that reaches the network through the crawler
// alone. `openPageRenderer` in page-renderer.ts is the map.
export type { PageBudget } from './budget.ts';
export { BrowserMissing, type Chromium, findChromium } from './chromium.ts';
export { runsAsRoot } from './launch.ts';
export { openPageRenderer, type RendererOptions } from './page-renderer.ts';
export type {
  PageRenderer,
  RenderedPage,
  RenderFailure,
  Rendering,
  RenderRequest,
  Screenshot,
} from './rendering.ts';
