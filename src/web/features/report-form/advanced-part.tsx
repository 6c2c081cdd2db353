import Box from '@mui/material/Box';
import { useState } from 'react';
import {
  firstForm,
  type DefinitionForm,
  type ReadForm,
} from '../../../domain/reports/definition-form.ts';
import { BOUNDARY_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { cardStyle } from '../../components/card-style.ts';
import { Section } from '../../components/section.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { PeriodInstants } from './period-field.tsx';
import {
  CountingFields,
  ThresholdFields,
  ZoneFields,
  type RuleFieldsProps,
} from './rule-fields.tsx';

const RULES = ['zone', 'siteTime', 'boundary', 'hugeEnergyKwh', 'implausibleBatteryKwh'] as const;

function hasOwnRules(form: DefinitionForm): boolean {
  const first = firstForm(browserZone());
  return RULES.some((rule) => form[rule] !== first[rule]);
}

interface AdvancedPartProps extends Omit<RuleFieldsProps, 'problems'> {
  read: ReadForm;
}

/** Time zone, rules and limits, which most reports leave unchanged; open if they differ. */
export function AdvancedPart({ form, onForm, read }: AdvancedPartProps) {
  const { problems } = read;
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
          <ZoneFields form={form} onForm={onForm} problems={read.problems} />
          <PeriodInstants form={form} read={read} />
        </Section>
        <Section title="Counting">
          <CountingFields form={form} onForm={onForm} />
        </Section>
        <Section
          title="Flags"
          about="Anomalous sessions are listed under Exceptions and stay in the totals: overlaps, an end before the start, no or negative energy, registers that do not add up, unknown units, missing fields, and those beyond these limits."
        >
          <ThresholdFields form={form} onForm={onForm} problems={read.problems} />
        </Section>
      </Box>
    </Box>
  );
}
