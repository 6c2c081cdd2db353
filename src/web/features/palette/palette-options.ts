import { COMMAND_TYPES, type CommandType } from '../../../contract/command.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Found } from '../../../contract/console/directory-list.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { COMMAND_RULES, requestLabel } from '../../../domain/command-rules.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import { savedViews, type ListName, type ViewSearch } from '../../components/list/saved-views.ts';
import { BATCH_VIEWS } from '../batches/batches-search.ts';
import { COLLECTIVE_VIEWS, ENTITY_VIEWS } from '../directory/views.ts';

/** A page of the console, as the rail names it, or a view of a list. */
export interface PageEntry {
  to: string;
  label: string;
}

/** What an option does instead of opening a page. */
type Act = 'colours' | 'zone' | 'keys' | { dispatch: string; send?: CommandType };

/** An option of the palette. */
export interface PaletteOption {
  group:
    | (typeof LOCAL_GROUPS)[number]
    | 'Collectives'
    | 'Entities'
    | 'Batches'
    | 'Commands'
    | 'Unknown id';
  label: string;
  /** Distinguishes it from others of the same name. */
  detail?: string | null;
  /** Its batch, with time and outcome. */
  batch?: BatchSummary;
  /** The address that it opens, or what it does. */
  to: { href: string } | { act: Act };
}

/** The options that the browser knows; they come first, and need no answer of the server. */
const LOCAL_GROUPS = ['Dispatch', 'Pages', 'Actions'] as const;

/** Whether an option is known without the server. */
export const isLocal = ({ group }: PaletteOption) => LOCAL_GROUPS.some((each) => each === group);

const ACTIONS: readonly PaletteOption[] = [
  { group: 'Actions', label: 'Change colors: light, dark, system', to: { act: 'colours' } },
  { group: 'Actions', label: 'Change the time zone: this browser or UTC', to: { act: 'zone' } },
  { group: 'Actions', label: 'Show the keys', to: { act: 'keys' } },
];

const SENDS_NOTHING = 'opens the form, sends nothing';

/** The dispatch by its verbs; the Collective is asked for, unless the page is of one. */
const DISPATCHES: readonly PaletteOption[] = [
  {
    group: 'Dispatch',
    label: 'Dispatch',
    detail: SENDS_NOTHING,
    to: { act: { dispatch: '1' } },
  },
  ...COMMAND_TYPES.map((send): PaletteOption => ({
    group: 'Dispatch',
    label: COMMAND_RULES[send].verb,
    detail: SENDS_NOTHING,
    to: { act: { dispatch: '1', send } },
  })),
];

const entity = (id: string) => ({ href: `/entities/${id}` });
const collective = (id: string) => ({ href: `/collectives/${id}` });
const batch = (id: string) => ({ href: `/batches/${id}` });

/** An id unknown to the directory can still be looked up at the Service. */
function unknownId(id: string): PaletteOption[] {
  const common = { group: 'Unknown id', detail: 'not in the directory' } as const;
  return [
    { ...common, label: `Open ${shortId(id)} as an Entity`, to: entity(id) },
    { ...common, label: `Open ${shortId(id)} as a Collective`, to: collective(id) },
  ];
}

/** What the server found, in display order. @param mayDispatch whether Collectives also offer the dispatch */
function foundOptions(found: Found, mayDispatch: boolean): PaletteOption[] {
  const { collectives, entities, batches, commands } = found;
  return [
    ...collectives.flatMap(({ id, name, type }): PaletteOption[] => {
      const common = { group: 'Collectives' } as const;
      const opens = { ...common, label: name, detail: type && typeLabel(type), to: collective(id) };
      const label = `Dispatch to ${name}`;
      const dispatches = { ...common, label, detail: SENDS_NOTHING, to: { act: { dispatch: id } } };
      return mayDispatch ? [opens, dispatches] : [opens];
    }),
    ...entities.map((each): PaletteOption => ({
      group: 'Entities',
      label: each.name ?? shortId(each.id),
      detail: each.type && typeLabel(each.type),
      to: entity(each.id),
    })),
    ...batches.map((each): PaletteOption => ({
      group: 'Batches',
      label: `${requestLabel(each.items)} on ${each.collectiveName ?? shortId(each.collectiveId)}`,
      batch: each,
      to: batch(each.id),
    })),
    ...commands.map((each): PaletteOption => ({
      group: 'Commands',
      label: `Command ${shortId(each.id)}${each.type === null ? '' : `, ${each.type}`}`,
      detail: 'opens its batch',
      to: batch(each.dispatchId),
    })),
  ];
}

/**
 * The options for a text, in display order. @param found the server's results; undefined while not known
 * @param mayDispatch whether Collectives also offer the dispatch
 */
export function paletteOptions(
  query: string,
  pages: readonly PageEntry[],
  found: Found | undefined,
  mayDispatch: boolean,
): PaletteOption[] {
  const terms = searchTerms(query);
  const named = pages.map(({ to, label }): PaletteOption => ({
    group: 'Pages',
    label,
    to: { href: to },
  }));
  // Without a text one entry is enough: the others are Commands of it.
  const dispatches = mayDispatch ? DISPATCHES.slice(0, terms.length === 0 ? 1 : undefined) : [];
  const local = [...dispatches, ...named, ...ACTIONS].filter(({ group, label }) =>
    // "Dispatch" finds all Commands.
    hasTerms(group === 'Dispatch' ? `${group} ${label}` : label, terms),
  );
  if (found === undefined) return local;
  const options = [...local, ...foundOptions(found, mayDispatch)];
  const id = Uuid.safeParse(query.trim()).data;
  return options.length === 0 && id !== undefined ? unknownId(id) : options;
}

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
