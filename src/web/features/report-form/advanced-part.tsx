import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId, useState } from 'react';
import { BOUNDARIES, type Boundary } from '../../../contract/console/report-definition.ts';
import {
  firstForm,
  type DefinitionForm,
  type ReadForm,
} from '../../../domain/reports/definition-form.ts';
import { BOUNDARY_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { cardStyle } from '../../components/card-style.ts';
import { Explanation } from '../../components/explanation.tsx';
import { Section } from '../../components/section.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { PeriodInstants } from './period-field.tsx';

const RULES = ['zone', 'siteTime', 'boundary', 'hugeEnergyKwh', 'implausibleBatteryKwh'] as const;

function hasOwnRules(form: DefinitionForm): boolean {
  const first = firstForm(browserZone());
  return RULES.some((rule) => form[rule] !== first[rule]);
}

/** How each rule treats a session that crosses the boundary of a period, a day or an hour. */
const BOUNDARY_DETAILS: Readonly<Record<Boundary, string>> = {
  start: 'It counts fully, even if it ends later.',
  end: 'It counts fully, even if it started earlier.',
  split: 'It is split at the boundaries; each part gets its exact share of energy and cost.',
};

/** The limits from which sessions are flagged. */
const THRESHOLDS = [
  { name: 'hugeEnergyKwh', label: 'Huge energy, from', helper: 'Energy of one session.' },
  {
    name: 'implausibleBatteryKwh',
    label: 'Implausible battery, from',
    helper: 'Capacity that energy and states of charge imply.',
  },
] as const;

interface AdvancedPartProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
  read: ReadForm;
}

/** Time zone, rules and limits, which most reports leave unchanged; open if they differ. */
export function AdvancedPart({ form, onForm, read }: AdvancedPartProps) {
  const { problems } = read;
  const id = useId();
  const [isOpen, setOpen] = useState(() => hasOwnRules(form));
  // Anything to correct must be visible.
  const isBroken =
    problems.zone !== undefined ||
    problems.hugeEnergyKwh !== undefined ||
    problems.implausibleBatteryKwh !== undefined;
  return (
    <Box
      component="details"
      open={isOpen || isBroken}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      sx={{ mt: 1.5, '& summary': { cursor: 'pointer' } }}
    >
      <summary>
        <Box component="span" sx={{ fontWeight: 600 }}>
          Advanced
        </Box>
        <Box component="span" sx={{ ml: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {BOUNDARY_LABELS[form.boundary]}; days in {zoneLabel(form)}
        </Box>
      </summary>
      <Box
        sx={{
          ...cardStyle,
          mt: 1,
          px: 2,
          pb: 2,
          display: 'grid',
          columnGap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          '& > section': { mt: 2 },
        }}
      >
        <Section title="Days and hours">
          <ZoneField
            label="Time zone"
            value={form.zone}
            error={problems.zone ?? null}
            helper="Days, weekdays and hours are in this zone; type part of a name to find another one."
            onChange={(zone) => onForm({ zone })}
          />
          <FormControlLabel
            label="Site time"
            control={
              <Checkbox
                checked={form.siteTime}
                slotProps={{ input: { 'aria-describedby': `${id}-site` } }}
                onChange={(_event, siteTime) => onForm({ siteTime })}
              />
            }
          />
          <FormHelperText id={`${id}-site`}>
            Each session uses the local time of its place if its coordinates are known; all others
            use the zone above.
          </FormHelperText>
          <PeriodInstants form={form} read={read} />
        </Section>
        <Section title="Counting">
          <FormControl>
            <FormLabel id={`${id}-boundary`}>Sessions at the boundary of a period</FormLabel>
            <RadioGroup
              aria-labelledby={`${id}-boundary`}
              value={form.boundary}
              onChange={(_event, value) => {
                const boundary = BOUNDARIES.find((known) => known === value);
                if (boundary !== undefined) onForm({ boundary });
              }}
            >
              {BOUNDARIES.map((boundary) => (
                <FormControlLabel
                  key={boundary}
                  value={boundary}
                  control={<Radio />}
                  label={`${BOUNDARY_LABELS[boundary]}. ${BOUNDARY_DETAILS[boundary]}`}
                />
              ))}
            </RadioGroup>
          </FormControl>
        </Section>
        <Section
          title="Flags"
          about={
            <Explanation about="About: Flags">
              Anomalous sessions are listed under Exceptions and stay in the totals: overlaps, an
              end before the start, no or negative energy, registers that do not add up, unknown
              units, missing fields, and those beyond these limits.
            </Explanation>
          }
        >
          <Box
            sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
          >
            {THRESHOLDS.map(({ name, ...field }) => (
              <TextInput
                key={name}
                {...field}
                end="kWh"
                inputMode="decimal"
                autoComplete="off"
                value={form[name]}
                error={problems[name] ?? null}
                onChange={(event) => onForm({ [name]: event.target.value })}
              />
            ))}
          </Box>
        </Section>
      </Box>
    </Box>
  );
}
