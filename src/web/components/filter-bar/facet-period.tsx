import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { DayRange } from '../date-input.tsx';
import type { PeriodFacet } from './facet.ts';
import { moveFocus } from './move-focus.ts';
import { panelRow } from './panel-styles.ts';

/** The period of a filter: a preset, or two days. */
export function FacetPeriod({ facet }: { facet: PeriodFacet }) {
  const { label, presets, preset, onPreset, from, to, zone, onDays } = facet;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {presets.length > 0 && (
        <Box
          component="fieldset"
          aria-label={label}
          onKeyDown={moveFocus}
          sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}
        >
          {presets.map(({ value, label: name }) => (
            <ButtonBase
              key={value}
              aria-pressed={value === preset}
              data-row=""
              data-closes=""
              onClick={() => onPreset(value)}
              sx={{ ...panelRow, fontWeight: value === preset ? 600 : 400 }}
            >
              {name}
            </ButtonBase>
          ))}
        </Box>
      )}
      <DayRange from={from} to={to} zone={zone} onChange={(day) => onDays({ from, to, ...day })} />
    </Box>
  );
}
