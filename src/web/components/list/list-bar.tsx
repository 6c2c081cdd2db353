import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { useRef, useState, type ReactNode } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { FilterField } from '../filter-field.tsx';
import { CutText } from '../hint.tsx';
import { PopPanel } from '../pop-panel.tsx';
import { useNarrow } from '../use-narrow.ts';
import { useWidth } from '../use-width.ts';
import type { Field } from './declare-list.ts';
import { filterOf, valueAt, type Filter, type FilterSource, type Options } from './filter.tsx';

/** What the bar needs of a declared list. */
interface BarList<Search> {
  fields: ReadonlyMap<string, Field>;
  schema: { parse: (change: unknown) => Search };
  none: Search;
}

interface ListBarProps<Search> extends Pick<FilterSource, 'search' | 'read'> {
  /** Accessible name: "Filters of the batches". */
  label: string;
  list: BarList<Search>;
  onSearch: (change: NoInfer<Search>) => void;
  /** The values of open choices, and counts; absent: those declared. */
  options?: Options;
  /** Filters that the page does not offer. */
  without?: readonly string[];
  /** Shown at the right: columns, saved views. */
  children?: ReactNode;
}

/** At most this many filters have their own chip; one more chip holds the rest. */
const CHIPS = 4;
/** Space for a chip, and for everything else in the line, in px. */
const CHIP_PX = 150;
const OTHERS_PX = 550;

/** The filters of a list in one line: search, chips of active filters, and a panel of all. */
export function ListBar<Search>(props: ListBarProps<Search>) {
  const { label, list, search, read, options = {}, without = [], children } = props;
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const [line, width] = useWidth();
  const change = (to: unknown) => props.onSearch(list.schema.parse(to));
  const fields = [...list.fields].filter(([key]) => !without.includes(key));
  const filters = fields.flatMap(
    ([key, field]) => filterOf(key, field, { search, onChange: change, options, read }) ?? [],
  );
  const most = Math.min(CHIPS, Math.max(1, Math.floor((width - OTHERS_PX) / CHIP_PX)));
  const active = filters.filter(({ value }) => value !== null);
  const chips = filters.filter(({ value, isAlways }) => isAlways || (!narrow && value !== null));
  const drawn = chips.length > most ? chips.slice(0, most - 1) : chips;
  const hidden = chips.length - drawn.length;
  const on = active.length;
  const onClear = () => props.onSearch(list.none);
  const panel = <FilterPanel filters={filters} onClear={on > 0 ? onClear : undefined} />;
  const focusFilter = () =>
    root.current?.querySelector<HTMLElement>('[data-filters] button')?.focus();
  return (
    <Box
      ref={root}
      component="search"
      aria-label={label}
      // The list below uses the whole width of the window.
      data-full-width=""
      sx={{
        position: 'relative',
        display: 'flex',
        flexWrap: narrow ? 'wrap' : 'nowrap',
        '& button': { whiteSpace: 'nowrap' },
        gap: 0.75,
        alignItems: 'center',
        minWidth: 0,
        mb: 1.5,
      }}
    >
      {/* Measured separately: the line itself would grow with what does not fit. */}
      <Box
        ref={line}
        aria-hidden="true"
        sx={{ position: 'absolute', insetInline: 0, height: 0, pointerEvents: 'none' }}
      />
      {fields.map(
        ([key, field]) =>
          field.kind === 'search' && (
            <Box key={key} sx={{ flex: { xs: '1 1 160px', sm: '0 1 280px' }, minWidth: 140 }}>
              <FilterField
                label={field.label}
                placeholder={field.placeholder}
                value={valueAt(search, key) ?? ''}
                onChange={(text) => change({ [key]: text === '' ? undefined : text })}
              />
            </Box>
          ),
      )}
      {drawn.map((filter) => (
        <FilterChip key={filter.key} filter={filter} onCleared={focusFilter} />
      ))}
      {hidden > 0 && (
        <PopPanel
          label={`${formatNumber(hidden)} more filters on`}
          text={`+${hidden}`}
          align="left"
        >
          {panel}
        </PopPanel>
      )}
      <Box data-filters="" sx={{ flex: 'none' }}>
        <PopPanel
          label={narrow && on > 0 ? `Filter, ${formatNumber(on)} on` : 'Filter'}
          text={narrow && on > 0 ? `Filter ${formatNumber(on)}` : 'Filter'}
          icon={narrow ? <FilterListIcon /> : <AddIcon />}
          look={narrow ? 'outlined' : 'dashed'}
          align="left"
        >
          {panel}
        </PopPanel>
      </Box>
      {on > 1 && most > 1 && !narrow && (
        <Button
          color="inherit"
          onClick={() => {
            onClear();
            focusFilter();
          }}
          sx={{ flex: 'none', color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          Clear filters
        </Button>
      )}
      {children !== undefined && (
        <Box sx={{ ml: 'auto', display: 'flex', gap: 0.75, alignItems: 'center', flex: 'none' }}>
          {children}
        </Box>
      )}
    </Box>
  );
}

interface FilterChipProps {
  filter: Filter;
  /** Called after it was cleared, to move the focus. */
  onCleared: () => void;
}

/** An active filter, "Type is EV ×": opens its values, or clears it. */
function FilterChip({ filter, onCleared }: FilterChipProps) {
  const { label, verb, any, value, editor, onClear } = filter;
  const before = verb === '' ? label : `${label} ${verb}`;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        maxWidth: 320,
        height: 28,
        border: 1,
        borderRadius: '14px',
        borderColor: value === null ? 'divider' : 'primary.main',
        bgcolor: 'background.paper',
        fontSize: '0.8125rem',
      }}
    >
      {editor === null ? (
        <Box component="span" sx={{ px: 1.25, fontWeight: 600, whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      ) : (
        <PopPanel
          label={`${before} ${value ?? any}`}
          look="plain"
          align="left"
          text={
            <CutText>
              {before} <b>{value ?? any}</b>
            </CutText>
          }
        >
          {editor}
        </PopPanel>
      )}
      {value !== null && (
        <IconButton
          aria-label={`Remove the filter ${label}`}
          onClick={() => {
            onClear();
            onCleared();
          }}
          sx={{ p: 0, width: 24, height: 24, flex: 'none' }}
        >
          <CloseIcon sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Box>
  );
}

interface FilterPanelProps {
  filters: readonly Filter[];
  /** Clears all filters; absent if none is on. */
  onClear: (() => void) | undefined;
}

/** All filters by name, with the values of the one that is open. */
function FilterPanel({ filters, onClear }: FilterPanelProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      {filters.map(({ key, label, any, value, editor, onSwitch }) =>
        editor === null ? (
          <FormControlLabel
            key={key}
            label={label}
            labelPlacement="start"
            checked={value !== null}
            onChange={(_event, checked) => onSwitch(checked)}
            control={<Checkbox />}
            sx={{ m: 0, pl: 1, justifyContent: 'space-between' }}
          />
        ) : (
          <div key={key}>
            <Button
              fullWidth
              color="inherit"
              aria-expanded={open === key}
              endIcon={<ExpandMoreIcon />}
              onClick={() => setOpen(open === key ? null : key)}
              sx={{ px: 1, gap: 0.5, justifyContent: 'flex-start', fontWeight: 400 }}
            >
              <span>{label}: </span>
              <Box
                component="span"
                sx={{
                  ml: 'auto',
                  pl: 2,
                  color: value === null ? 'text.secondary' : 'primary.main',
                  fontWeight: value === null ? 400 : 600,
                }}
              >
                {value ?? any}
              </Box>
            </Button>
            {open === key && <Box sx={{ p: 1 }}>{editor}</Box>}
          </div>
        ),
      )}
      {onClear !== undefined && (
        <Button color="inherit" data-closes="" onClick={onClear}>
          Clear all filters
        </Button>
      )}
    </>
  );
}
