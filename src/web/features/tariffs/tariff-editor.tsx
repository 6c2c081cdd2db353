import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { memo, useId, useMemo } from 'react';
import { useController, useFieldArray, useForm } from 'react-hook-form';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import { formatCount } from '../../../domain/format.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { FormText } from '../../components/form.tsx';
import { Live } from '../../components/live.tsx';
import { Section } from '../../components/section.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import { PriceWeek } from './price-week.tsx';
import {
  draftOf,
  nextValidity,
  readDraft,
  tariffResolver,
  type TariffControl,
  type TariffDraft,
} from './tariff-draft.ts';
import { ValidityFields } from './validity-fields.tsx';

const VALIDITIES_MAX = 100;

interface TariffEditorProps {
  /** The initial draft. */
  start: TariffDraft;
  /** The newest saved version; null: a new tariff. */
  newest: SavedTariff | null;
  onSaved: (saved: SavedTariff) => void;
  onClose: () => void;
}

/** Edits a tariff; saving it creates a version that never changes. */
export function TariffEditor({ start, newest, onSaved, onClose }: TariffEditorProps) {
  const id = useId();
  const { reason } = usePermission('manage-tariffs');
  const { control, watch, handleSubmit, formState } = useForm({
    defaultValues: start,
    resolver: tariffResolver,
    mode: 'onChange',
  });
  const validities = useFieldArray({ control, name: 'validities' });
  const draft = watch();
  const { content, problems } = readDraft(draft);
  const saving = useMutation(mutation(REPORT_ROUTES.saveTariff));
  const unchanged =
    newest !== null &&
    content !== null &&
    canonicalJson(content) === canonicalJson(readDraft(draftOf(newest)).content);
  const overtaken = newest !== null && start.version !== null && newest.version > start.version;
  const currency = draft.currency.toUpperCase();
  const wrong = Object.keys(problems).length;
  const hint =
    reason ??
    (unchanged
      ? `Nothing has changed since version ${newest.version}.`
      : formState.submitCount > 0 && wrong > 0
        ? `${formatCount(wrong, 'field has', 'fields have')} to be corrected first.`
        : 'Existing reports keep their version.');
  return (
    <Box sx={{ maxWidth: 860 }}>
      {overtaken && (
        <Box component="output" sx={{ ...noticeStyles, fontSize: '0.8125rem' }}>
          Meanwhile {newest.savedBy} saved version {newest.version}. Your input is based on version{' '}
          {start.version}; saving it creates version {newest.version + 1} without their changes.
        </Box>
      )}
      <Section title="Tariff">
        <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 420 }}>
          <FormText control={control} name="name" label="Name" maxLength={100} autoComplete="off" />
          <FormText
            control={control}
            name="currency"
            label="Currency"
            list={`${id}-currencies`}
            maxLength={3}
            autoComplete="off"
            spellCheck={false}
            style={{ textTransform: 'uppercase' }}
            helper="A code such as CHF or EUR."
          />
          <Currencies id={`${id}-currencies`} />
          <TariffZone control={control} />
        </Box>
      </Section>
      <Section title="Prices">
        <Box sx={{ display: 'grid', gap: 3 }}>
          {validities.fields.map((validity, at) => (
            <ValidityFields
              key={validity.id}
              control={control}
              at={at}
              unit={currency === '' ? 'per kWh' : `${currency} per kWh`}
              problems={problems}
              onRemove={validities.fields.length === 1 ? null : () => validities.remove(at)}
            />
          ))}
          {problems['validities'] !== undefined && (
            <FormHelperText error role="alert" sx={{ m: 0 }}>
              {problems['validities']} Give each its own days.
            </FormHelperText>
          )}
          <Box>
            <Button
              color="inherit"
              startIcon={<AddIcon />}
              disabled={validities.fields.length >= VALIDITIES_MAX}
              onClick={() => validities.append(nextValidity(draft.validities.at(-1)))}
            >
              Add prices for other days
            </Button>
          </Box>
        </Box>
      </Section>
      <Section title="Preview of a week">
        {content === null ? (
          <Typography variant="body2" color="textSecondary">
            The price of each hour is shown here once all fields are valid.
          </Typography>
        ) : (
          <PriceWeek content={content} />
        )}
      </Section>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 3 }}>
        <Button
          variant="contained"
          disabled={reason !== null || unchanged || saving.isPending}
          aria-describedby={`${id}-hint`}
          onClick={(event) =>
            void handleSubmit((tariff) =>
              saving.mutate({ body: { id: start.id, content: tariff } }, { onSuccess: onSaved }),
            )(event)
          }
        >
          {newest === null ? 'Save the tariff' : `Save as version ${newest.version + 1}`}
        </Button>
        <Button color="inherit" onClick={onClose}>
          Discard
        </Button>
        <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <span id={`${id}-hint`}>{hint}</span>
        </Live>
      </Box>
      {saving.error !== null && (
        <Box sx={{ mt: 1 }}>
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
        </Box>
      )}
    </Box>
  );
}

function TariffZone({ control }: { control: TariffControl }) {
  const { field, fieldState } = useController({ control, name: 'zone' });
  return (
    <ZoneField
      label="Time zone of the tariff"
      value={field.value}
      error={fieldState.error?.message ?? null}
      helper="Days, weekdays and hours are in this zone, whatever the report’s zone."
      onChange={field.onChange}
    />
  );
}

/** The currencies known to this browser; others can be typed too. */
const Currencies = memo(function Currencies({ id }: { id: string }) {
  const codes = useMemo(() => Intl.supportedValuesOf('currency'), []);
  return (
    <datalist id={id}>
      {codes.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </datalist>
  );
});
