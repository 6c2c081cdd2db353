import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import { formatCount } from '../../../domain/format.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { Live } from '../../components/live.tsx';
import { Section } from '../../components/section.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import { keptTariff } from './draft-store.ts';
import { PriceWeek } from './price-week.tsx';
import { readDraft } from './read-draft.ts';
import { draftOf, nextValidity, type TariffDraft, type ValidityDraft } from './tariff-draft.ts';
import { ValidityFields } from './validity-fields.tsx';

const VALIDITIES_MAX = 100;

interface TariffEditorProps {
  /** Key of the draft: the tariff's id, or `new`. */
  edited: string;
  /** The initial draft. */
  start: TariffDraft;
  /** Whether that is a draft from earlier in this tab. */
  kept: boolean;
  /** The newest saved version; null: a new tariff. */
  newest: SavedTariff | null;
  onSaved: (saved: SavedTariff) => void;
  onClose: () => void;
}

/** Edits a tariff; saving it creates a version that never changes. */
export function TariffEditor(props: TariffEditorProps) {
  const { edited, start, kept, newest, onSaved, onClose } = props;
  const id = useId();
  const { reason } = usePermission('manage-tariffs');
  const [draft, setDraft] = useState(start);
  /** Empty fields are reported only after the first attempt to save. */
  const [tried, setTried] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const { content, problems } = useMemo(() => readDraft(draft), [draft]);
  useEffect(() => {
    if (draft !== start) keptTariff(edited).save(draft);
  }, [draft, start, edited]);
  useEffect(() => {
    if (tried > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);
  const saving = useMutation(mutation(REPORT_ROUTES.saveTariff));
  const save = async (right: NonNullable<typeof content>): Promise<void> => {
    try {
      const saved = await saving.mutateAsync({ body: { id: draft.id, content: right } });
      // Even if the editor was left: a saved tariff is no longer a draft.
      keptTariff(edited).drop();
      onSaved(saved);
    } catch {
      // The error panel below shows it.
    }
  };
  const problemOf = (part: string, typed: string) =>
    tried > 0 || typed.trim() !== '' ? (problems[part] ?? null) : null;
  const unchanged =
    newest !== null &&
    content !== null &&
    canonicalJson(content) === canonicalJson(readDraft(draftOf(newest)).content);
  const overtaken = newest !== null && draft.version !== null && newest.version > draft.version;
  const put = (change: Partial<TariffDraft>) => setDraft((old) => ({ ...old, ...change }));
  const putValidity = (key: string, change: Partial<ValidityDraft>) =>
    put({
      validities: draft.validities.map((each) =>
        each.key === key ? { ...each, ...change } : each,
      ),
    });
  const wrong = Object.keys(problems).length;
  const hint =
    reason ??
    (unchanged
      ? `Nothing has changed since version ${newest.version}.`
      : tried > 0 && wrong > 0
        ? `${formatCount(wrong, 'field has', 'fields have')} to be corrected first.`
        : 'Existing reports keep their version.');
  return (
    <Box ref={root} sx={{ maxWidth: 860 }}>
      {kept && (
        <Box sx={{ fontSize: '0.8125rem' }}>
          Your input from earlier in this tab is still here; it is not saved yet.
        </Box>
      )}
      {overtaken && (
        <Box component="output" sx={{ ...noticeStyles, fontSize: '0.8125rem' }}>
          Meanwhile {newest.savedBy} saved version {newest.version}. Your input is based on version{' '}
          {draft.version}; saving it creates version {newest.version + 1} without their changes.
        </Box>
      )}
      <Section title="Tariff">
        <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 420 }}>
          <TextInput
            label="Name"
            maxLength={100}
            autoComplete="off"
            value={draft.name}
            error={problemOf('name', draft.name)}
            onChange={(event) => put({ name: event.target.value })}
          />
          <TextInput
            label="Currency"
            list={`${id}-currencies`}
            maxLength={3}
            autoComplete="off"
            spellCheck={false}
            value={draft.currency}
            error={problemOf('currency', draft.currency)}
            helper="A code such as CHF or EUR."
            onChange={(event) => put({ currency: event.target.value.toUpperCase() })}
          />
          <Currencies id={`${id}-currencies`} />
          <ZoneField
            label="Time zone of the tariff"
            value={draft.zone}
            error={problemOf('zone', draft.zone)}
            helper="Days, seasons, weekdays and hours are in this zone, whatever the report’s zone."
            onChange={(zone) => put({ zone })}
          />
        </Box>
      </Section>
      <Section title="Prices">
        <Box sx={{ display: 'grid', gap: 3 }}>
          {draft.validities.map((validity, at) => (
            <ValidityFields
              key={validity.key}
              name={`Validity ${at + 1}`}
              validity={validity}
              currency={draft.currency}
              problemOf={(part, typed) =>
                problemOf(['validities', at, part].filter((each) => each !== '').join('.'), typed)
              }
              onChange={(change) => putValidity(validity.key, change)}
              onRemove={
                draft.validities.length === 1
                  ? null
                  : () =>
                      put({
                        validities: draft.validities.filter(({ key }) => key !== validity.key),
                      })
              }
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
              disabled={draft.validities.length >= VALIDITIES_MAX}
              onClick={() =>
                put({ validities: [...draft.validities, nextValidity(draft.validities.at(-1))] })
              }
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
          onClick={() => {
            if (content === null) setTried((old) => old + 1);
            else void save(content);
          }}
        >
          {newest === null ? 'Save the tariff' : `Save as version ${newest.version + 1}`}
        </Button>
        <Button
          color="inherit"
          onClick={() => {
            keptTariff(edited).drop();
            onClose();
          }}
        >
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
