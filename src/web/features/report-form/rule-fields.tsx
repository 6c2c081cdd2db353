import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { BOUNDARIES, type Boundary } from '../../../contract/console/report-definition.ts';
import type { DefinitionForm, ReadForm } from '../../../domain/reports/definition-form.ts';
import { BOUNDARY_LABELS } from '../../../domain/reports/report-labels.ts';
import { legendStyles } from '../../components/field-styles.ts';
import { TextInput } from '../../components/text-input.tsx';
import { ZoneField } from '../../components/zone-field.tsx';

export interface RuleFieldsProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
  problems: ReadForm['problems'];
}

/** How each rule treats a session that crosses the boundary of a period, a day or an hour. */
const BOUNDARY_DETAILS: Readonly<Record<Boundary, string>> = {
  start: 'It counts fully, even if it ends later.',
  end: 'It counts fully, even if it started earlier.',
  split: 'It is split at the boundaries; each part gets its exact share of energy and cost.',
};

const choiceStyles = {
  border: 0,
  m: 0,
  p: 0,
  minWidth: 0,
  '& label': { display: 'flex', gap: 1, alignItems: 'baseline', py: 0.5, fontSize: '0.8125rem' },
  '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
} as const;

/** The time zone of days and hours. */
export function ZoneFields({ form, onForm, problems }: RuleFieldsProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <ZoneField
        label="Time zone"
        value={form.zone}
        error={problems.zone ?? null}
        helper="Days, weekdays and hours are in this zone; type part of a name to find another one."
        onChange={(zone) => onForm({ zone })}
      />
      <Box sx={choiceStyles}>
        <label>
          <input
            type="checkbox"
            checked={form.siteTime}
            aria-describedby={`${id}-site`}
            onChange={(event) => onForm({ siteTime: event.target.checked })}
          />
          Site time
        </label>
        <Typography id={`${id}-site`} variant="body2" color="textSecondary" sx={{ pl: 3 }}>
          Each session uses the local time of its place if its coordinates are known; all others use
          the zone above.
        </Typography>
      </Box>
    </Box>
  );
}

/** How sessions at a boundary are counted. */
export function CountingFields({ form, onForm }: Omit<RuleFieldsProps, 'problems'>) {
  return (
    <Box component="fieldset" sx={choiceStyles}>
      <Box component="legend" sx={legendStyles}>
        Sessions at the boundary of a period
      </Box>
      {BOUNDARIES.map((boundary) => (
        <label key={boundary}>
          <input
            type="radio"
            name="boundary"
            checked={form.boundary === boundary}
            onChange={() => onForm({ boundary })}
          />
          <span>
            {BOUNDARY_LABELS[boundary]}. {BOUNDARY_DETAILS[boundary]}
          </span>
        </label>
      ))}
    </Box>
  );
}

/** Thresholds from which sessions are flagged. */
export function ThresholdFields({ form, onForm, problems }: RuleFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput
          label="Huge energy, from"
          end="kWh"
          inputMode="decimal"
          autoComplete="off"
          value={form.hugeEnergyKwh}
          error={problems.hugeEnergyKwh ?? null}
          helper="Energy of one session."
          onChange={(event) => onForm({ hugeEnergyKwh: event.target.value })}
        />
        <TextInput
          label="Implausible battery, from"
          end="kWh"
          inputMode="decimal"
          autoComplete="off"
          value={form.implausibleBatteryKwh}
          error={problems.implausibleBatteryKwh ?? null}
          helper="Capacity that energy and states of charge imply."
          onChange={(event) => onForm({ implausibleBatteryKwh: event.target.value })}
        />
      </Box>
    </Box>
  );
}
