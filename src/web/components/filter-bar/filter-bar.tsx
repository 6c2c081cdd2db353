import AddIcon from '@mui/icons-material/Add';
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, type ReactNode } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { FilterField } from '../filter-field.tsx';
import { PopPanel } from '../pop-panel.tsx';
import { useNarrow } from '../use-narrow.ts';
import { useWidth } from '../use-width.ts';
import { hasChip, isAlwaysShown, valueText, type FilterFacet } from './facet.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterPanel } from './filter-panel.tsx';

interface FilterBarProps {
  /** Accessible name: "Filters of the batches". */
  label: string;
  /** The text search, if the list has one. */
  search?: {
    label: string;
    placeholder?: string;
    value: string;
    onChange: (text: string) => void;
  };
  facets: readonly FilterFacet[];
  /** Clears the search and all facets. */
  onClear: () => void;
  /** Shown at the right: columns, saved views. */
  children?: ReactNode;
}

/** At most this many filters have their own chip; one more chip holds the rest. */
const CHIPS = 4;
/** Space for a chip, and for everything else in the line, in px. */
const CHIP_PX = 150;
const OTHERS_PX = 550;

/** The filters of a list in one line: search, chips of active filters, and a panel of all. */
export function FilterBar({ label, search, facets, onClear, children }: FilterBarProps) {
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const [line, width] = useWidth();
  const most = Math.min(CHIPS, Math.max(1, Math.floor((width - OTHERS_PX) / CHIP_PX)));
  const chips = facets.filter(narrow ? isAlwaysShown : hasChip);
  const drawn = chips.length > most ? chips.slice(0, most - 1) : chips;
  const hidden = chips.length - drawn.length;
  const on = facets.filter((facet) => valueText(facet) !== null).length;
  const panel = <FilterPanel facets={facets} onClear={on > 0 ? onClear : undefined} />;
  const focusFilter = () =>
    root.current?.querySelector<HTMLElement>('[data-filters] button')?.focus();
  const wide = facets.some(({ kind }) => kind === 'period');
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
      {search !== undefined && (
        <Box sx={{ flex: { xs: '1 1 160px', sm: '0 1 280px' }, minWidth: 140 }}>
          <FilterField {...search} />
        </Box>
      )}
      {drawn.map((facet) => (
        <FilterChip key={facet.key} facet={facet} onCleared={focusFilter} />
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
          wide={wide}
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
