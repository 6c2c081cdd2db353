import { zodResolver } from '@hookform/resolvers/zod';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { memo, useDeferredValue, useId, useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import type { TariffVersion } from '../../../contract/console/tariff.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { dateIn } from '../../../domain/time.ts';
import { sentence } from '../../../lib/sentence.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormText } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { PeriodFields } from './period-fields.tsx';
import { PriceWeek } from './price-week.tsx';
import { emptyFields, fieldsOf, TariffForm, type TariffFields } from './tariff-form.ts';

const PERIODS_MAX = 100;

interface TariffEditorProps {
  /** The newest saved version; null: a new tariff. */
  newest: TariffVersion | null;
  onSaved: (saved: TariffVersion) => void;
  onClose: () => void;
}

/** Edits a tariff; saving it creates a version that never changes. */
export function TariffEditor({ newest, onSaved, onClose }: TariffEditorProps) {
  const id = useId();
  const { reason } = usePermission('manage-tariffs');
  const [start] = useState(() => ({
    id: newest?.id ?? randomId(),
    fields:
      newest === null
        ? emptyFields(browserZone(), dateIn(browserZone(), Date.now()))
        : fieldsOf(newest.content),
  }));
  const { control, watch, handleSubmit, formState } = useForm({
    defaultValues: start.fields,
    resolver: zodResolver(TariffForm),
  });
  const periods = useFieldArray({ control, name: 'periods' });
  const fields = watch();
  const saving = useMutation(mutation(CONSOLE_ROUTES.saveTariff));
  const isSame = newest !== null && !formState.isDirty;
  const together = formState.errors.periods?.root?.message;
  const add = () => {
    const last = fields.periods.at(-1) ?? start.fields.periods[0];
    if (last !== undefined) periods.append({ ...structuredClone(last), from: '' });
  };
  return (
    <Box sx={{ maxWidth: 860 }}>
      <Section title="Tariff">
        <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 420 }}>
          <FormText
            control={control}
            name="name"
            label="Name"
            maxLength={100}
            wrong="Enter a name."
          />
          <FormText
            control={control}
            name="currency"
            label="Currency"
            maxLength={3}
            spellCheck={false}
            style={{ textTransform: 'uppercase' }}
            helper="A code such as CHF or EUR."
            wrong="Enter a currency code such as CHF."
          />
          <ZoneField
            control={control}
            name="zone"
            label="Time zone of the tariff"
            helper="Days, weekdays and hours are in this zone, whatever the report’s zone."
          />
        </Box>
      </Section>
      <Section title="Prices">
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          {periods.fields.map((period, at) => (
            <PeriodFields
              key={period.id}
              control={control}
              at={at}
              currency={fields.currency.trim().toUpperCase()}
              onRemove={periods.fields.length === 1 ? null : () => periods.remove(at)}
            />
          ))}
          {together !== undefined && (
            <FormHelperText error role="alert" sx={{ m: 0 }}>
              {sentence(together)}
            </FormHelperText>
          )}
          <Button
            color="inherit"
            startIcon={<AddIcon />}
            disabled={periods.fields.length >= PERIODS_MAX}
            onClick={add}
          >
            Add prices from another day on
          </Button>
        </Box>
      </Section>
      <Section title="Preview of a week">
        <Preview fields={useDeferredValue(fields)} />
      </Section>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', my: 3 }}>
        <Button
          variant="contained"
          disabled={reason !== null || isSame || saving.isPending}
          aria-describedby={`${id}-hint`}
          onClick={(event) =>
            void handleSubmit((content) =>
              saving.mutate({ body: { id: start.id, content } }, { onSuccess: onSaved }),
            )(event)
          }
        >
          {newest === null ? 'Save the tariff' : `Save as version ${newest.version + 1}`}
        </Button>
        <Button color="inherit" onClick={onClose}>
          Discard
        </Button>
        <Typography id={`${id}-hint`} variant="body2" color="textSecondary">
          {reason ??
            (isSame
              ? `Nothing has changed since version ${newest.version}.`
              : 'Existing reports keep their version.')}
        </Typography>
      </Box>
      {saving.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(saving.error)
              ? 'It is not known whether the tariff was saved'
              : 'The tariff was not saved'
          }
          error={saving.error}
        >
          <Typography variant="body2">
            Your input is kept. Saving again is safe: the same content does not create a second
            version.
          </Typography>
        </ErrorPanel>
      )}
    </Box>
  );
}

/** The prices of a week by the fields, once all of them are right. */
const Preview = memo(function Preview({ fields }: { fields: TariffFields }) {
  const { data } = TariffForm.safeParse(fields);
  if (data !== undefined) return <PriceWeek content={data} />;
  return (
    <Typography variant="body2" color="textSecondary">
      The price of each hour is shown here once all fields are valid.
    </Typography>
  );
});
