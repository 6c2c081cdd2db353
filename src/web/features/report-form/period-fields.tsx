import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { PERIOD_PRESETS } from '../../../contract/console/report-definition.ts';
import { formatCount, formatDate, formatPlanned } from '../../../domain/format.ts';
import { isoInstant, isTimeZone } from '../../../domain/instant.ts';
import type { DefinitionForm, ReadForm } from '../../../domain/reports/definition-form.ts';
import { provisionalFromMs, resolvePeriod } from '../../../domain/reports/periods.ts';
import { PRESET_LABELS } from '../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useNow } from '../../components/use-now.ts';

interface PeriodFieldsProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
  read: ReadForm;
}

/** The period, by a preset or two dates, and its dates in the time zone. */
export function PeriodFields({ form, onForm, read }: PeriodFieldsProps) {
  const now = useNow(60_000);
  const zone = isTimeZone(form.zone) ? form.zone : null;
  const shown =
    zone === null || read.period === null ? null : resolvePeriod(read.period, zone, now);
  const ranged = form.period === 'range';
  const problem = read.problems.period;
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <PeriodPicker
        label="Period"
        choice={{
          zone: zone ?? 'UTC',
          presets: PERIOD_PRESETS.map((value) => ({ value, label: PRESET_LABELS[value] })),
          preset: ranged ? null : form.period,
          onPreset: (value) => {
            const period = PERIOD_PRESETS.find((known) => known === value);
            if (period !== undefined) onForm({ period });
          },
          // Custom dates start with those shown, so that only the difference has to be entered.
          from: given(ranged ? form.from : shown?.from),
          to: given(ranged ? form.to : shown?.to),
          onDays: ({ from, to }) => onForm({ period: 'range', from: from ?? '', to: to ?? '' }),
        }}
      />
      {problem !== undefined && (
        <FormHelperText error role="alert" sx={{ m: 0 }}>
          {problem}
        </FormHelperText>
      )}
      {zone !== null && read.period !== null && (
        <ResolvedPeriod period={read.period} zone={zone} now={now} moves={!ranged} />
      )}
    </Box>
  );
}

/** A date of the form, whose fields are empty without one. */
function given(date: string | undefined): string | undefined {
  return date === '' ? undefined : date;
}

interface ResolvedPeriodProps {
  period: NonNullable<ReadForm['period']>;
  zone: string;
  now: number;
  /** Whether the dates depend on the day of the run. */
  moves: boolean;
}

function ResolvedPeriod({ period, zone, now, moves }: ResolvedPeriodProps) {
  const { from, to, startMs, endMs } = resolvePeriod(period, zone, now);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const provisional = provisionalFromMs(zone, now);
  return (
    <Box component="output" sx={{ display: 'grid', gap: 0.25 }}>
      <Typography variant="body2">
        <strong>
          {formatDate(from)} to {formatDate(to)}
        </strong>
        , {formatCount(days, 'day', 'days')} in {zone}: from{' '}
        {formatPlanned(isoInstant(startMs), zone)} until {formatPlanned(isoInstant(endMs), zone)}.
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {moves && 'Relative to the day of the run. '}
        {provisional < endMs &&
          `Sessions are computed once a day: figures from ${formatDate(dateIn(zone, Math.max(provisional, startMs)))} on may still grow.`}
      </Typography>
    </Box>
  );
}
