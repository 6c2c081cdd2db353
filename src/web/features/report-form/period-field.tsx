import Typography from '@mui/material/Typography';
import { PERIOD_PRESETS } from '../../../contract/console/report-definition.ts';
import { formatCount, formatDate, formatPlanned } from '../../../domain/format.ts';
import { isoInstant, isTimeZone } from '../../../domain/instant.ts';
import type { DefinitionForm, ReadForm } from '../../../domain/reports/definition-form.ts';
import { resolvePeriod } from '../../../domain/reports/periods.ts';
import { PRESET_LABELS } from '../../../domain/reports/report-labels.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useNow } from '../../components/use-now.ts';

interface PeriodFieldProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
  read: ReadForm;
}

/** The dates of the chosen period in its zone; null: incomplete. */
function useResolved({ form, read }: Pick<PeriodFieldProps, 'form' | 'read'>) {
  const now = useNow(60_000);
  if (!isTimeZone(form.zone) || read.period === null) return null;
  return resolvePeriod(read.period, form.zone, now);
}

/** The period, by a preset or two dates. */
export function PeriodField({ form, onForm, read }: PeriodFieldProps) {
  const shown = useResolved({ form, read });
  const ranged = form.period === 'range';
  return (
    <PeriodPicker
      label="Period"
      choice={{
        zone: isTimeZone(form.zone) ? form.zone : 'UTC',
        presets: PERIOD_PRESETS.map((value) => ({ value, label: PRESET_LABELS[value] })),
        preset: ranged ? null : form.period,
        onPreset: (value) => {
          const period = PERIOD_PRESETS.find((known) => known === value);
          if (period !== undefined) onForm({ period });
        },
        // Custom dates start with those shown, so that only the difference must be entered.
        from: given(ranged ? form.from : shown?.from),
        to: given(ranged ? form.to : shown?.to),
        onDays: ({ from, to }) => onForm({ period: 'range', from: from ?? '', to: to ?? '' }),
      }}
    />
  );
}

/** A date of the form, whose fields are empty without one. */
function given(date: string | undefined): string | undefined {
  return date === '' ? undefined : date;
}

/** The days of the period, in a line. */
export function PeriodDays(props: Pick<PeriodFieldProps, 'form' | 'read'>) {
  const resolved = useResolved(props);
  if (resolved === null) return null;
  const { from, to } = resolved;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return (
    <span>
      {from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`},{' '}
      {formatCount(days, 'day', 'days')} in {props.form.zone}
    </span>
  );
}

/** The first and last instant of the period, in the zone's clock. */
export function PeriodInstants(props: Pick<PeriodFieldProps, 'form' | 'read'>) {
  const resolved = useResolved(props);
  if (resolved === null) return null;
  const { zone, period } = props.form;
  const { startMs, endMs } = resolved;
  return (
    <Typography
      component="output"
      variant="body2"
      color="textSecondary"
      sx={{ display: 'block', mt: 1.25 }}
    >
      From {formatPlanned(isoInstant(startMs), zone)} until {formatPlanned(isoInstant(endMs), zone)}
      .{period !== 'range' && ' Relative to the day of the run.'}
    </Typography>
  );
}
