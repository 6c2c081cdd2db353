import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useRef, useState } from 'react';
import { dateIn } from '../../../domain/time.ts';
import { moveFocus } from '../move-focus.ts';
import { panelRow } from '../panel-styles.ts';
import { useNarrow } from '../use-narrow.ts';
import { useNow } from '../use-now.ts';
import { DayField } from './day-field.tsx';
import { Calendar } from './calendar.tsx';
import type { Days, PeriodChoice } from './period-choice.ts';

export interface PeriodPanelProps {
  label: string;
  choice: PeriodChoice;
}

/** What was typed and not applied yet; null: not a day. */
type TypedDays = Partial<Record<keyof Days, string | undefined | null>>;

/** Presets, a calendar, two days that can also be typed, and their zone. */
export function PeriodPanel({ label, choice }: PeriodPanelProps) {
  const { presets, preset, onPreset, from, to, zone, onDays } = choice;
  const narrow = useNarrow();
  const today = dateIn(zone, useNow(60_000));
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = root.current;
    const chosen = box?.querySelector<HTMLElement>('[data-row][aria-pressed="true"]');
    (chosen ?? box?.querySelector<HTMLElement>('[data-row], input'))?.focus();
  }, []);
  // Typed days are one period: an unreadable one holds back the other.
  const [typed, setTyped] = useState<TypedDays>({});
  const type = (change: TypedDays) => {
    const next = { from, to, ...typed, ...change };
    if (next.from === null || next.to === null) {
      setTyped({ ...typed, ...change });
      return;
    }
    setTyped({});
    onDays({ from: next.from, to: next.to });
  };
  const disordered = from !== undefined && to !== undefined && from > to;
  return (
    <Box ref={root} sx={{ display: 'grid', gap: 1.25, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexDirection: narrow ? 'column' : 'row', gap: 2 }}>
        {presets.length > 0 && (
          <Box
            component="fieldset"
            aria-label={label}
            onKeyDown={moveFocus}
            sx={{
              m: 0,
              p: 0,
              border: 0,
              minWidth: 140,
              display: 'grid',
              alignContent: 'start',
              gridTemplateColumns: narrow ? '1fr 1fr' : undefined,
            }}
          >
            {presets.map(({ value, label: name }) => (
              <ButtonBase
                key={value}
                aria-pressed={value === preset}
                data-row=""
                data-closes=""
                onClick={() => onPreset(value)}
                sx={{
                  ...panelRow,
                  whiteSpace: 'nowrap',
                  fontWeight: value === preset ? 600 : 400,
                  color: value === preset ? 'primary.main' : undefined,
                }}
              >
                {name}
              </ButtonBase>
            ))}
          </Box>
        )}
        <Box sx={{ display: 'grid', gap: 1.25, alignContent: 'start', minWidth: 0 }}>
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
            <DayField label="First day" value={from} onChange={(day) => type({ from: day })} />
            <DayField label="Last day" value={to} onChange={(day) => type({ to: day })} />
          </Box>
          {disordered && (
            <Box role="alert" sx={{ color: 'error.main' }}>
              The first day is after the last day.
            </Box>
          )}
          <Calendar
            key={narrow ? 'narrow' : 'wide'}
            from={disordered ? undefined : from}
            to={to}
            today={today}
            months={narrow ? 1 : 2}
            onDays={(chosen) => {
              setTyped({});
              onDays(chosen);
            }}
          />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          borderTop: 1,
          borderColor: 'divider',
          pt: 1,
          color: 'text.secondary',
        }}
      >
        <span>Days in {zone}</span>
        <Button variant="outlined" color="inherit" data-closes="">
          Done
        </Button>
      </Box>
    </Box>
  );
}
