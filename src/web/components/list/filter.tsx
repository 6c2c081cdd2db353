import type { ReactNode } from 'react';
import { dateIn } from '../../../domain/time.ts';
import { useZone } from '../../theme/preferences.ts';
import { choiceOfDays, choiceOfNames } from '../period-picker/period-choice.ts';
import { PeriodPanel } from '../period-picker/period-panel.tsx';
import { periodText } from '../period-picker/period-text.ts';
import { useNow } from '../use-now.ts';
import type { Field, PeriodField } from './declare-list.ts';
import { ChoiceValues, TypedValue, type Option, type OptionsRead } from './filter-values.tsx';

/** The values that the rows have, by parameter; undefined while they are being read. */
export type Options = Readonly<Record<string, readonly Option[] | undefined>>;

/** A change of parameters; undefined takes one off. */
type Change = Readonly<Record<string, string | undefined>>;

export interface FilterSource {
  search: Readonly<Record<string, unknown>>;
  onChange: (change: Change) => void;
  options: Options;
  read?: OptionsRead | undefined;
}

/** A filter as the bar shows it. */
export interface Filter {
  key: string;
  label: string;
  verb: string;
  any: string;
  /** In words; null: off. */
  value: string | null;
  /** Shown although it is off: the list always has a period. */
  isAlways: boolean;
  onClear: () => void;
  /** What changes it; null: it is on or off. */
  editor: ReactNode;
  onSwitch: (on: boolean) => void;
}

/** The value of a parameter as text. */
export function valueAt(search: FilterSource['search'], key: string): string | undefined {
  const value = search[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A declared filter with its value; null: the bar has none for this parameter. */
export function filterOf(key: string, field: Field, source: FilterSource): Filter | null {
  if (field.kind === 'search' || field.kind === 'hidden') return null;
  const { search, onChange, options, read } = source;
  const value = valueAt(search, key);
  const change = (next: string | undefined) => onChange({ [key]: next });
  const { label, any, verb = 'is' } = field;
  const filter = {
    key,
    label,
    any,
    verb,
    isAlways: false,
    onClear: () => change(undefined),
    onSwitch: (on: boolean) => change(on ? '1' : undefined),
  };
  switch (field.kind) {
    case 'flag':
      return { ...filter, value: value === undefined ? null : label, editor: null };
    case 'typed':
      return {
        ...filter,
        value: value ?? null,
        editor: <TypedValue label={label} hint={field.hint} value={value} onChange={change} />,
      };
    case 'choice': {
      const { labelOf, values } = field;
      const given = options[key] ?? values?.map((each) => ({ value: each, label: each }));
      const shown = given?.map((each) => ({ ...each, label: labelOf(each.value) ?? each.label }));
      const known = shown?.find((each) => each.value === value)?.label;
      return {
        ...filter,
        // A value from a link stays visible even if no row has it.
        value: value === undefined ? null : (known ?? labelOf(value) ?? value),
        editor: (
          <ChoiceValues
            label={label}
            any={any}
            options={shown}
            read={read}
            value={value}
            onChange={change}
          />
        ),
      };
    }
    case 'period': {
      const { from, to, names } = field;
      const named = value === undefined ? undefined : names?.[value];
      return {
        ...filter,
        value:
          named === any ? null : (named ?? periodText(valueAt(search, from), valueAt(search, to))),
        isAlways: names !== undefined,
        onClear: () => onChange({ [key]: undefined, [from]: undefined, [to]: undefined }),
        editor: <PeriodEditor name={key} field={field} search={search} onChange={onChange} />,
      };
    }
  }
}

interface PeriodEditorProps extends Pick<FilterSource, 'search' | 'onChange'> {
  /** The parameter of its name. */
  name: string;
  field: PeriodField;
}

function PeriodEditor({ name, field, search, onChange }: PeriodEditorProps) {
  const { label, from, to, names } = field;
  const zone = useZone();
  const today = dateIn(zone, useNow(60_000));
  const days = { from: valueAt(search, from), to: valueAt(search, to) };
  const choice =
    names === undefined
      ? choiceOfDays(days, today, zone, (next) => onChange({ [from]: next.from, [to]: next.to }))
      : choiceOfNames(names, { ...days, name: valueAt(search, name) }, zone, (next) =>
          onChange({ [name]: next.name, [from]: next.from, [to]: next.to }),
        );
  return <PeriodPanel label={label} choice={choice} />;
}
