import { savedViews, type ListName, type ViewSearch } from '../../components/list/saved-views.ts';
import { BATCH_VIEWS } from '../batches/batches-search.ts';
import { COLLECTIVE_VIEWS } from '../directory/collective-views.tsx';
import { ENTITY_VIEWS } from '../directory/entity-views.tsx';
import type { PageEntry } from './palette-options.ts';

interface List {
  name: ListName;
  to: string;
  label: string;
  views: readonly { name: string; search: ViewSearch }[];
}

const LISTS: readonly List[] = [
  { name: 'collectives', to: '/collectives', label: 'Collectives', views: COLLECTIVE_VIEWS },
  { name: 'entities', to: '/entities', label: 'Entities', views: ENTITY_VIEWS },
  { name: 'batches', to: '/batches', label: 'Activity', views: BATCH_VIEWS },
];

/** The views of all lists, built-in and saved; the first of each is its page. */
export function listViews(): PageEntry[] {
  return LISTS.flatMap(({ name: list, to, label, views }) =>
    [...views.slice(1), ...savedViews(list)].map(({ name, search }) => ({
      to: `${to}?${new URLSearchParams(search)}`,
      label: `${label}: ${name}`,
    })),
  );
}
