/** Pages of a crawl that a browser renders: none, those whose source is a shell for scripts, or all. */
export const RENDER_MODES = ['never', 'if_empty', 'always'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];
