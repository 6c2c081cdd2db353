import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { valueText, type FilterFacet } from './facet.ts';
import { FacetEditor } from './facet-editor.tsx';
import { moveFocus } from '../move-focus.ts';
import { panelRow, panelRowEnd } from '../panel-styles.ts';

interface FilterPanelProps {
  facets: readonly FilterFacet[];
  /** Clears all filters; absent if none is on. */
  onClear: (() => void) | undefined;
}

/** The filters by name, then the values of the chosen one; Escape goes back. */
export function FilterPanel({ facets, onClear }: FilterPanelProps) {
  const [at, setAt] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const facet = facets.find(({ key }) => key === at);
  if (facet === undefined) {
    return <FacetNames facets={facets} focus={left} onOpen={setAt} onClear={onClear} />;
  }
  const back = () => {
    setLeft(facet.key);
    setAt(null);
  };
  return <OpenFacet facet={facet} onBack={back} />;
}

function OpenFacet({ facet, onBack }: { facet: FilterFacet; onBack: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Values still being read take no focus.
    if (root.current?.contains(document.activeElement) === false) {
      root.current.querySelector<HTMLElement>('button')?.focus();
    }
  }, []);
  return (
    <Box
      ref={root}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onBack();
      }}
      sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}
    >
      <Button
        color="inherit"
        startIcon={<ArrowBackIcon />}
        aria-label={`Back from ${facet.label} to all filters`}
        onClick={onBack}
        sx={{ justifyContent: 'flex-start', px: 1, fontSize: '0.8125rem' }}
      >
        {facet.label}
      </Button>
      <FacetEditor facet={facet} />
    </Box>
  );
}

interface FacetNamesProps extends FilterPanelProps {
  /** The filter just left, which gets the focus. */
  focus: string | null;
  onOpen: (key: string) => void;
}

function FacetNames({ facets, focus, onOpen, onClear }: FacetNamesProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const rows = root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    const row = [...rows].find(({ dataset }) => dataset['row'] === focus) ?? rows[0];
    row?.focus();
  }, [focus]);
  return (
    <Box ref={root} onKeyDown={moveFocus} sx={{ display: 'grid', mx: -0.5, minWidth: 0 }}>
      {facets.map((facet) => (
        <FacetName key={facet.key} facet={facet} onOpen={onOpen} />
      ))}
      {onClear !== undefined && (
        <Button
          color="inherit"
          data-closes=""
          onClick={onClear}
          sx={{ justifyContent: 'flex-start', px: 1, mt: 0.5, fontSize: '0.8125rem' }}
        >
          Clear all filters
        </Button>
      )}
    </Box>
  );
}

function FacetName({ facet, onOpen }: { facet: FilterFacet; onOpen: (key: string) => void }) {
  if (facet.kind === 'switch') {
    return (
      <Box component="label" sx={panelRow}>
        {facet.label}
        <input
          type="checkbox"
          data-row={facet.key}
          checked={facet.on}
          onChange={(event) => facet.onChange(event.target.checked)}
          style={{ marginLeft: 'auto' }}
        />
      </Box>
    );
  }
  const value = valueText(facet);
  return (
    <ButtonBase
      data-row={facet.key}
      onClick={() => onOpen(facet.key)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') onOpen(facet.key);
      }}
      sx={panelRow}
    >
      <span style={{ flex: 'none' }}>{facet.label}: </span>
      <Box
        component="span"
        sx={{
          ...panelRowEnd,
          color: value === null ? 'text.secondary' : 'primary.main',
          fontWeight: value === null ? 400 : 600,
        }}
      >
        {value ?? facet.any}
      </Box>
      <ChevronRightIcon sx={{ fontSize: 16, color: 'text.secondary' }} />
    </ButtonBase>
  );
}
