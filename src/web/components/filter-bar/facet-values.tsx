import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { formatNumber } from '../../../domain/format.ts';
import { nativeField } from '../field-styles.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { RowsSkeleton } from '../skeletons.tsx';
import type { ChoiceFacet, FacetOption } from './facet.ts';
import { moveFocus } from '../move-focus.ts';
import { panelRow, panelRowEnd } from '../panel-styles.ts';

/** Lists of more values than this can be searched. */
const SEARCHED_ABOVE = 8;
/** At most this many are rendered; search finds the others. */
const DRAWN = 200;

/** The values of a filter with their counts; choosing one closes the panel. */
export function FacetValues({ facet }: { facet: ChoiceFacet }) {
  if (facet.options !== undefined) return <Values facet={facet} options={facet.options} />;
  if (facet.error === undefined || facet.error === null) {
    return <RowsSkeleton rows={3} what={`the values of ${facet.label}`} />;
  }
  return (
    <ErrorPanel what="The values could not be read" error={facet.error} onRetry={facet.onRetry} />
  );
}

function Values({ facet, options }: { facet: ChoiceFacet; options: readonly FacetOption[] }) {
  const root = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const needle = query.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(needle));
  const any = { value: '', label: facet.any };
  const rows: readonly FacetOption[] = needle === '' ? [any, ...found] : found;
  const chosen = facet.value ?? '';
  const first = rows.some(({ value }) => value === chosen) ? chosen : rows[0]?.value;

  useEffect(() => {
    const box = root.current;
    const field = box?.querySelector<HTMLElement>('input');
    (field ?? box?.querySelector<HTMLElement>('[data-row][tabindex="0"]'))?.focus();
  }, []);

  return (
    <Box ref={root} onKeyDown={moveFocus} sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
      {options.length > SEARCHED_ABOVE && (
        <Box
          component="input"
          type="search"
          placeholder="Find"
          value={query}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setQuery(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || needle === '') return;
            event.preventDefault();
            root.current?.querySelector<HTMLElement>('[data-row]')?.click();
          }}
          aria-label={`Find in ${facet.label}`}
          sx={{ ...nativeField, px: 1.5, borderRadius: 1 }}
        />
      )}
      <Box
        component="fieldset"
        aria-label={facet.label}
        sx={{ m: 0, p: 0, border: 0, minWidth: 0, maxHeight: 320, overflowY: 'auto' }}
      >
        {rows.slice(0, DRAWN).map(({ value, label, count }) => (
          <ButtonBase
            key={value}
            aria-pressed={value === chosen}
            tabIndex={value === first ? 0 : -1}
            data-row=""
            data-closes=""
            onClick={() => facet.onChange(value === '' ? null : value)}
            sx={{ ...panelRow, fontWeight: value === chosen ? 600 : 400 }}
          >
            <CheckIcon sx={{ fontSize: 16, visibility: value === chosen ? 'visible' : 'hidden' }} />
            <span>{label} </span>
            {count !== undefined && (
              <Box component="span" sx={{ ...panelRowEnd, color: 'text.secondary' }}>
                ({formatNumber(count)})
              </Box>
            )}
          </ButtonBase>
        ))}
      </Box>
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
