import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useRef, useState, type ReactNode } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { useZone } from '../../theme/preferences.ts';
import { ErrorPanel } from '../error-panel.tsx';
import {
  PeriodPanel,
  choiceOfDays,
  choiceOfNames,
  periodText,
} from '../period-picker/period-picker.tsx';
import { RowsSkeleton } from '../read.tsx';
import { TextInput } from '../text-input.tsx';
import { useNow } from '../use-now.ts';
import type { Field, PeriodField } from './declare-list.ts';

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

/** A value of a filter, and the number of rows it would show. */
interface Option {
  value: string;
  label: string;
  count?: number;
}

/** The read of the options. */
interface OptionsRead {
  error: unknown;
  refetch: () => unknown;
}

/** Lists of more values than this can be searched. */
const SEARCHED_ABOVE = 8;
/** At most this many are rendered; search finds the others. */
const DRAWN = 200;

interface ValueProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

interface ChoiceValuesProps extends ValueProps {
  any: string;
  read: OptionsRead | undefined;
  options: readonly Option[] | undefined;
}

/** The values of a filter with their counts; choosing one closes the panel. */
function ChoiceValues({ options, read, ...props }: ChoiceValuesProps) {
  if (options !== undefined) return <Values {...props} options={options} />;
  if (read === undefined || read.error === null) {
    return <RowsSkeleton rows={3} what={`the values of ${props.label}`} />;
  }
  return (
    <ErrorPanel
      what="The values could not be read"
      error={read.error}
      onRetry={() => void read.refetch()}
    />
  );
}

const focus = (field: HTMLElement | null) => field?.focus();

interface ValuesProps extends ValueProps {
  any: string;
  options: readonly Option[];
}

function Values({ label, any, options, value, onChange }: ValuesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const needle = query.trim().toLowerCase();
  const found = options.filter((each) => each.label.toLowerCase().includes(needle));
  const rows: readonly Option[] = needle === '' ? [{ value: '', label: any }, ...found] : found;
  const isSearched = options.length > SEARCHED_ABOVE;
  return (
    <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
      {isSearched && (
        <OutlinedInput
          type="search"
          placeholder="Find"
          inputRef={focus}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={({ key }) => {
            const first = list.current?.querySelector('button');
            if (key === 'ArrowDown') first?.focus();
            if (key === 'Enter' && needle !== '') first?.click();
          }}
          slotProps={{ input: { 'aria-label': `Find in ${label}` } }}
        />
      )}
      <ToggleButtonGroup
        ref={list}
        orientation="vertical"
        exclusive
        aria-label={label}
        value={value ?? ''}
        sx={{ maxHeight: 320, overflowY: 'auto' }}
      >
        {rows.slice(0, DRAWN).map((row) => (
          <ToggleButton
            key={row.value}
            value={row.value}
            data-closes=""
            onClick={() => onChange(row.value === '' ? undefined : row.value)}
            sx={{ flex: 'none', gap: 2, justifyContent: 'space-between', textAlign: 'left' }}
          >
            <span>{row.label} </span>
            {row.count !== undefined && <span>({formatNumber(row.count)})</span>}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {rows.length === 0 && <Typography variant="body2">No value contains “{query}”.</Typography>}
      {options.length === 0 && <Typography variant="body2">No value is known yet.</Typography>}
      {rows.length > DRAWN && (
        <Typography variant="body2" color="textSecondary">
          {formatNumber(rows.length - DRAWN)} more are found by searching.
        </Typography>
      )}
    </Box>
  );
}

/** A typed text; Enter applies it and closes the panel. */
function TypedValue({ label, hint, value, onChange }: ValueProps & { hint: string }) {
  const [text, setText] = useState(value ?? '');
  const apply = useRef<HTMLButtonElement>(null);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput
        label={label}
        helper={hint}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply.current?.click();
        }}
      />
      <Button
        ref={apply}
        variant="contained"
        data-closes=""
        onClick={() => onChange(text.trim() === '' ? undefined : text.trim())}
      >
        Apply
      </Button>
    </Box>
  );
}
