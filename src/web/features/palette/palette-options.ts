import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Found } from '../../../contract/console/directory-list.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';

/** A page of the console, as the rail names it. */
export interface PageEntry {
  to: string;
  label: string;
}

/** What an option does instead of opening a page. */
type Act = 'colours' | 'zone' | 'keys';

/** An option of the palette. */
export interface PaletteOption {
  group: 'Pages' | 'Actions' | 'Collectives' | 'Entities' | 'Batches' | 'Commands' | 'Unknown id';
  label: string;
  /** Distinguishes it from others of the same name. */
  detail?: string | null;
  /** Its batch, with time and outcome. */
  batch?: BatchSummary;
  /** The address that it opens, or what it does. */
  to: { href: string } | { act: Act };
}

const ACTIONS: readonly PaletteOption[] = [
  { group: 'Actions', label: 'Change colours: light, dark, system', to: { act: 'colours' } },
  { group: 'Actions', label: 'Change the time zone: this browser or UTC', to: { act: 'zone' } },
  { group: 'Actions', label: 'Show the keys', to: { act: 'keys' } },
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
function foundOptions(found: Found, pages: readonly PaletteOption[], mayDispatch: boolean) {
  const { collectives, entities, batches, commands } = found;
  return [
    ...collectives.map((each): PaletteOption => ({
      group: 'Collectives',
      label: each.name,
      detail: each.type && typeLabel(each.type),
      to: collective(each.id),
    })),
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
    ...pages,
    ...(mayDispatch ? collectives : []).map((each): PaletteOption => ({
      group: 'Actions',
      label: `Dispatch to ${each.name}`,
      detail: 'opens the form, sends nothing',
      to: { href: `${collective(each.id).href}?dispatch=1` },
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
  const named = pages
    .filter(({ label }) => hasTerms(label, terms))
    .map(({ to, label }): PaletteOption => ({ group: 'Pages', label, to: { href: to } }));
  const options = [
    ...(found === undefined ? named : foundOptions(found, named, mayDispatch)),
    ...ACTIONS.filter(({ label }) => hasTerms(label, terms)),
  ];
  const id = Uuid.safeParse(query.trim()).data;
  return found !== undefined && options.length === 0 && id !== undefined ? unknownId(id) : options;
}
