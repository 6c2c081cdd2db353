import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { RowsSkeleton } from '../skeletons.tsx';
import { TextInput } from '../text-input.tsx';

/** A value of a filter, and the number of rows it would show. */
export interface Option {
  value: string;
  label: string;
  count?: number;
}

/** The read of the options. */
export interface OptionsRead {
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
export function ChoiceValues({ options, read, ...props }: ChoiceValuesProps) {
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
export function TypedValue({ label, hint, value, onChange }: ValueProps & { hint: string }) {
  const [text, setText] = useState(value ?? '');
  const apply = useRef<HTMLButtonElement>(null);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput
        label={label}
        error={null}
        helper={hint}
        maxLength={100}
        autoComplete="off"
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
