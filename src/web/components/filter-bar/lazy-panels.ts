import { lazyPanel } from '../lazy-panel.tsx';

/** All filters of a list, one below the other. */
export const FilterPanel = lazyPanel(async () => (await import('./filter-panel.tsx')).FilterPanel);
/** The value of one filter. */
export const FacetEditor = lazyPanel(async () => (await import('./facet-editor.tsx')).FacetEditor);

/** Loads both, after the page itself is drawn. */
export async function loadFilterPanels(): Promise<void> {
  await Promise.all([FilterPanel.preload(), FacetEditor.preload()]);
}
