import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Found } from '../../../contract/console/directory-list.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { shortId } from '../../../domain/format.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';

/** A page of the console, as the rail names it. */
export interface PageEntry {
  to: string;
  label: string;
}

/** Target of an option. */
export type Destination =
  | { page: string }
  | { collective: string; dispatch?: boolean }
  | { entity: string; tab?: 'commands' }
  | { batch: string }
  | { act: 'colours' | 'zone' | 'keys' };

/** An option of the palette. */
export interface PaletteOption {
  key: string;
  group: 'Pages' | 'Actions' | 'Collectives' | 'Entities' | 'Batches' | 'Commands' | 'Unknown id';
  label: string;
  /** Distinguishes it from others of the same name. */
  detail: string | null;
  /** Its batch, with time and outcome. */
  batch?: BatchSummary;
  to: Destination;
}

const ACTIONS: readonly { act: 'colours' | 'zone' | 'keys'; label: string }[] = [
  { act: 'colours', label: 'Change colours: light, dark, system' },
  { act: 'zone', label: 'Change the time zone: this browser or UTC' },
  { act: 'keys', label: 'Show the keys' },
];

function holds(label: string, query: string): boolean {
  return hasTerms(label, searchTerms(query));
}

/** An id unknown to the directory can still be looked up at the Service. */
function unknownId(id: string): PaletteOption[] {
  const detail = 'not in the directory';
  return [
    {
      key: 'as-entity',
      group: 'Unknown id',
      label: `Open ${shortId(id)} as an Entity`,
      detail,
      to: { entity: id },
    },
    {
      key: 'as-collective',
      group: 'Unknown id',
      label: `Open ${shortId(id)} as a Collective`,
      detail,
      to: { collective: id },
    },
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
  const id = Uuid.safeParse(query.trim()).data;
  const collectives = found?.collectives ?? [];
  const options: PaletteOption[] = [
    ...collectives.map((each) => ({
      key: `collective ${each.id}`,
      group: 'Collectives' as const,
      label: each.name,
      detail: each.type,
      to: { collective: each.id },
    })),
    ...(found?.entities ?? []).map((each) => ({
      key: `entity ${each.id}`,
      group: 'Entities' as const,
      label: each.name ?? shortId(each.id),
      detail: each.type,
      to: { entity: each.id },
    })),
    ...(found?.batches ?? []).map((each) => ({
      key: `batch ${each.id}`,
      group: 'Batches' as const,
      label: `${requestLabel(each.items)} on ${each.collectiveName ?? shortId(each.collectiveId)}`,
      detail: null,
      batch: each,
      to: { batch: each.id },
    })),
    ...(found?.commands ?? []).map((each) => ({
      key: `command ${each.id} ${each.dispatchId}`,
      group: 'Commands' as const,
      label: `Command ${shortId(each.id)}${each.type === null ? '' : `, ${each.type}`}`,
      detail: 'opens its batch',
      to: { batch: each.dispatchId },
    })),
    ...pages
      .filter(({ label }) => holds(label, query))
      .map(({ to, label }) => ({
        key: `page ${to}`,
        group: 'Pages' as const,
        label,
        detail: null,
        to: { page: to },
      })),
    ...(mayDispatch ? collectives : []).map((each) => ({
      key: `dispatch ${each.id}`,
      group: 'Actions' as const,
      label: `Dispatch to ${each.name}`,
      detail: 'opens the form, sends nothing',
      to: { collective: each.id, dispatch: true },
    })),
    ...ACTIONS.filter(({ label }) => holds(label, query)).map(({ act, label }) => ({
      key: `act ${act}`,
      group: 'Actions' as const,
      label,
      detail: null,
      to: { act },
    })),
  ];
  const nothing = found !== undefined && options.length === 0;
  return nothing && id !== undefined ? unknownId(id) : options;
}
