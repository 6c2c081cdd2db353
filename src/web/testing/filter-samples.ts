import type {
  ChoiceFacet,
  FacetOption,
  FilterFacet,
  PeriodFacet,
} from '../components/filter-bar/facet.ts';

const none = () => {};

const TYPE_OPTIONS: readonly FacetOption[] = [
  { value: 'EV', label: 'EV', count: 60 },
  { value: 'ChargePoint', label: 'Charge point', count: 40 },
  { value: 'Battery', label: 'Battery', count: 20 },
];

/** More options than are drawn at once. */
export const DEPOT_OPTIONS: readonly FacetOption[] = Array.from({ length: 300 }, (_, at) => ({
  value: String(at + 1),
  label: `Depot ${at + 1}`,
  count: 300 - at,
}));

/** A filter with a list of values. */
export function choiceFacet(label: string, change: Partial<ChoiceFacet> = {}): ChoiceFacet {
  return {
    kind: 'choice',
    key: label,
    label,
    any: `Any ${label.toLowerCase()}`,
    options: TYPE_OPTIONS,
    value: null,
    onChange: none,
    ...change,
  };
}

/** A filter by days. */
export function periodFacet(change: Partial<PeriodFacet> = {}): PeriodFacet {
  return {
    kind: 'period',
    key: 'period',
    label: 'Sent',
    verb: '',
    any: 'Any time',
    from: undefined,
    to: undefined,
    zone: 'Europe/Amsterdam',
    presets: [],
    preset: null,
    onPreset: none,
    onDays: none,
    onClear: none,
    ...change,
  };
}

/** A filter that is on or off. */
export function switchFacet(on: boolean, onChange: (on: boolean) => void = none): FilterFacet {
  return { kind: 'switch', key: 'archived', label: 'Archived', any: 'In use', on, onChange };
}

/** A filter with a typed text. */
export function textFacet(
  value: string | null,
  onChange: (value: string | null) => void = none,
): FilterFacet {
  return {
    kind: 'text',
    key: 'operator',
    label: 'Operator',
    any: 'Any operator',
    hint: 'The whole name.',
    value,
    onChange,
  };
}
