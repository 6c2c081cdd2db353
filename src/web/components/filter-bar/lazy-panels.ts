import { lazyPanel } from '../lazy-panel.tsx';

/** All filters of a list, one below the other. */
export const FilterPanel = lazyPanel(async () => (await import('./filter-panel.tsx')).FilterPanel);
/** What one filter is set to. */
export const FacetEditor = lazyPanel(async () => (await import('./facet-editor.tsx')).FacetEditor);

/** Loads both, once what people came for is drawn. */
export async function loadFilterPanels(): Promise<void> {
  await Promise.all([FilterPanel.preload(), FacetEditor.preload()]);
}
