import { NO_VALUE } from '../../../contract/console/choices.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import type { EntityFacets, Facet } from '../../../contract/console/directory-list.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import type { ChoiceFacet, FilterFacet } from './facet.ts';

const KEYS = ['outcome', 'capacity', 'capture', 'place', 'reads'] as const;
type ChoiceKey = (typeof KEYS)[number];

/** Filters of Entities by facts, as in addresses. */
export type FactSearch = Partial<Record<ChoiceKey, string | undefined>> & {
  silent?: '1' | undefined;
  planned?: '1' | undefined;
};

const VERDICTS: ReadonlyMap<string, string> = new Map(Object.entries(VERDICT_LABELS));

/** Labels of the values per filter. */
const LABELS: Readonly<Record<ChoiceKey, Readonly<Record<string, string>>>> = {
  outcome: { [NO_VALUE]: 'No Command', never: 'Never read', partial: 'Partly read' },
  capacity: { known: 'Known', [NO_VALUE]: 'None stored', never: 'Never read' },
  capture: { on: 'On', off: 'Off', [NO_VALUE]: 'Not offered', never: 'Never read' },
  place: { known: 'Known', [NO_VALUE]: 'Not known' },
  reads: { failing: 'Failed last time', partial: 'Partly read', fine: 'Did not fail' },
};

const NAMES: Readonly<Record<ChoiceKey, readonly [label: string, any: string]>> = {
  outcome: ['Last outcome', 'Any outcome'],
  capacity: ['Capacity', 'Any capacity'],
  capture: ['Session capture', 'On or off'],
  place: ['Place', 'Any place'],
  reads: ['Reads', 'Any result'],
};

function labelOf(key: ChoiceKey, value: string): string {
  return LABELS[key][value] ?? VERDICTS.get(value) ?? value;
}

function optionsOf(key: ChoiceKey, facet: Facet | undefined): ChoiceFacet['options'] {
  return facet?.values.map(({ value, count }) => ({ value, label: labelOf(key, value), count }));
}

/**
 * Filters of Entities by facts.
 * @param read the counts, and why they could not be read
 * @param onChange called with the value of one filter; undefined: it is off
 */
export function factFacets(
  search: FactSearch,
  read: { facets: Partial<EntityFacets> | undefined; error?: unknown; onRetry?: () => void },
  onChange: (key: keyof FactSearch, value: string | undefined) => void,
): FilterFacet[] {
  const { facets, error } = read;
  const choices = KEYS.map((key): ChoiceFacet => {
    const [label, any] = NAMES[key];
    return {
      kind: 'choice',
      key,
      label,
      any,
      options: optionsOf(key, facets?.[key]),
      error,
      ...(read.onRetry === undefined ? {} : { onRetry: read.onRetry }),
      value: search[key] ?? null,
      onChange: (value) => onChange(key, value ?? undefined),
    };
  });
  return [
    ...choices,
    {
      kind: 'switch',
      key: 'silent',
      label: `No session for ${SILENT_DAYS} days`,
      any: 'With or without sessions',
      on: search.silent === '1',
      onChange: (on) => onChange('silent', on ? '1' : undefined),
    },
    {
      kind: 'switch',
      key: 'planned',
      label: 'A Command is planned',
      any: 'Planned or not',
      on: search.planned === '1',
      onChange: (on) => onChange('planned', on ? '1' : undefined),
    },
  ];
}
