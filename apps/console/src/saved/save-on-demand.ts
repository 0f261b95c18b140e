import { dialogOnDemand } from '../parts/on-demand.tsx';

/** The dialog that saves a search, for pages that seldom show it. */
export const SaveOnDemand = dialogOnDemand('save', async () => (await import('./SaveDialog.tsx')).SaveDialog);
