import { NO_VALUE } from '../../../contract/console/choices.ts';
import { EntityFilter, type Facet } from '../../../contract/console/directory-list.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { sourceLabel } from '../../../domain/directory-labels.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import { typeLabel } from '../../../domain/format.ts';
import { address } from './address.ts';
import { choice, flag, openChoice, textSearch } from './declare-list.ts';
import type { Options } from './filter.tsx';

const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(VERDICT_LABELS),
  [NO_VALUE, 'No Command'],
  ['never', 'Never read'],
  ['partial', 'Partly read'],
]);

/** The filters of Entities in addresses, in the order of the bar. */
export const ENTITY_FILTERS = {
  q: textSearch('Search name, id, brand, tag or place', 'Name, id, brand, tag or place'),
  type: openChoice({ label: 'Type', any: 'Any type' }, typeLabel),
  brand: openChoice({ label: 'Brand', any: 'Any brand' }, (value) =>
    value === NO_VALUE ? 'Brand not known' : undefined,
  ),
  tag: openChoice({ label: 'Tag', any: 'Any tag' }),
  collective: openChoice({ label: 'Collective', any: 'Any Collective' }),
  source: openChoice({ label: 'Known from', any: 'Anywhere', verb: '' }, sourceLabel),
  health: choice(
    { label: 'Health', any: 'Any health' },
    { unreachable: 'Not reachable', offboarded: 'Offboarded', fine: 'Not refused' },
  ),
  outcome: openChoice({ label: 'Last outcome', any: 'Any outcome' }, (value) =>
    OUTCOMES.get(value),
  ),
  capacity: choice(
    { label: 'Capacity', any: 'Any capacity' },
    { known: 'Known', [NO_VALUE]: 'None stored', never: 'Never read' },
  ),
  capture: choice(
    { label: 'Session capture', any: 'On or off' },
    { on: 'On', off: 'Off', [NO_VALUE]: 'Not offered', never: 'Never read' },
  ),
  place: choice({ label: 'Place', any: 'Any place' }, { known: 'Known', [NO_VALUE]: 'Not known' }),
  reads: choice(
    { label: 'Reads', any: 'Any result' },
    { failing: 'Failed last time', partial: 'Partly read', fine: 'Did not fail' },
  ),
  silent: flag(`No session for ${SILENT_DAYS} days`, 'With or without sessions'),
  planned: flag('A Command is planned', 'Planned or not'),
  archived: flag('Archived', 'In use'),
};

/** The values of these filters, counted or not; of one that is on or off, the count of on. */
export function facetOptions(facets: FilterValues | undefined): Options {
  const options: [string, Options[string]][] = [];
  for (const [key, facet] of Object.entries(facets ?? {})) {
    if (typeof facet === 'number') options.push([key, [{ value: '1', label: '', count: facet }]]);
    else if ('distinct' in facet) options.push([key, facet.values]);
    else options.push([key, facet.map((value) => ({ value, label: value }))]);
  }
  return Object.fromEntries(options);
}

/** What the filters of a list offer, by parameter. */
export type FilterValues = Readonly<Record<string, Facet | readonly string[] | number>>;

const Asked = address(EntityFilter.shape);

/** What the server is asked for: the filters of an address that are on, without invalid values. */
export function entityFilterOf(search: object): EntityFilter {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  return Asked.parse(Object.fromEntries(given));
}

/** The Collectives as values of a filter, with how many Entities each has. */
export const collectiveOptions = (
  collectives: readonly { id: string; name: string; entityCount: number }[],
) =>
  collectives.map(({ id, name, entityCount }) => ({ value: id, label: name, count: entityCount }));
