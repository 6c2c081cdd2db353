import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { SCHEDULE_ROWS_MAX } from '../../../contract/console/dispatch.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { PlannedRow } from '../../../domain/schedule-rows.ts';
import { Live } from '../../components/live.tsx';
import { Pager } from '../../components/pager.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { ZoneList } from '../../components/zone-field.tsx';
import { browserZone } from '../../theme/preferences.ts';
import type { DispatchFields } from './dispatch-form.ts';
import { ImportRows } from './import-rows.tsx';
import { dateFieldId, PlannedRowFields, removeButtonId } from './planned-row-fields.tsx';
import { firstRow, rowAfter } from './starting-points.ts';

/** Rows per page. */
const PER_PAGE = 25;

/** The planned Commands: their zone, and a row each with wall clock, type and value. */
export function ScheduleField({ form }: { form: UseFormReturn<DispatchFields> }) {
  const { control, register, getValues, setValue } = form;
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'rows' });
  const [asked, setPage] = useState(1);
  const [message, setMessage] = useState('');
  const idBase = useId();
  const zonesId = `${idBase}-zones`;
  const addButton = useRef<HTMLButtonElement>(null);
  /** The rows with the initial one alone, as JSON; an import replaces it while it is unchanged. */
  const starter = useRef('');
  /** The element to focus once it is rendered. */
  const focusNext = useRef<string | null>(null);
  const pages = Math.max(1, Math.ceil(fields.length / PER_PAGE));
  const page = Math.min(asked, pages);
  const from = (page - 1) * PER_PAGE;
  const { errors, submitCount } = useFormState({ control });
  const firstWrong = firstErrorOf(errors.rows);
  const zone = useWatch({ control, name: 'rows.0.zone' }) ?? '';
  const full = fields.length >= SCHEDULE_ROWS_MAX;

  useEffect(() => {
    if (focusNext.current === null) return;
    const element = document.getElementById(focusNext.current);
    focusNext.current = null;
    (element ?? addButton.current)?.focus();
  });

  // A failed review opens the first invalid row, on whichever page it is.
  const openFirstWrong = useEffectEvent(() => {
    if (firstWrong !== null) goTo(firstWrong);
  });
  useEffect(() => {
    if (submitCount > 0) openFirstWrong();
  }, [submitCount]);

  // Planning starts with one row, like the Command chosen for now.
  useEffect(() => {
    if (getValues('rows').length > 0) return;
    const row = firstRow(getValues(), browserZone(), Date.now());
    append(row, { shouldFocus: false });
    starter.current = JSON.stringify([row]);
  }, [append, getValues]);

  function goTo(index: number): void {
    setPage(Math.floor(index / PER_PAGE) + 1);
    focusNext.current = dateFieldId(idBase, index);
  }

  const removeRow = useCallback(
    (index: number) => {
      const left = getValues('rows').length - 1;
      remove(index);
      focusNext.current = removeButtonId(idBase, Math.min(index, left - 1));
      setMessage(`Command ${index + 1} removed, ${formatCount(left, 'Command', 'Commands')} left.`);
    },
    [getValues, remove, idBase],
  );

  function add(): void {
    const last = getValues('rows').at(-1);
    const row =
      last === undefined ? firstRow(getValues(), browserZone(), Date.now()) : rowAfter(last);
    append(row, { shouldFocus: false });
    goTo(fields.length);
  }

  /** Moves the rows of the plan's zone to another one; an imported row keeps its own. */
  function setZone(next: string): void {
    const rows = getValues('rows');
    setValue(
      'rows',
      rows.map((row) => (row.zone === zone ? { ...row, zone: next } : row)),
    );
  }

  function take(rows: readonly PlannedRow[]): void {
    const untouched = JSON.stringify(getValues('rows')) === starter.current;
    if (untouched) replace([...rows]);
    else append([...rows], { shouldFocus: false });
    goTo(untouched ? 0 : fields.length);
    setMessage(`${formatCount(rows.length, 'Command', 'Commands')} imported.`);
  }

  const rootError = errors.rows?.root?.message ?? errors.rows?.message;
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 1 }}
      aria-label="Planned Commands"
    >
      {fields.length > 0 && (
        <TextInput
          label="Time zone"
          list={zonesId}
          spellCheck={false}
          value={zone}
          error={errors.rows?.[0]?.zone?.message ?? null}
          onChange={(event) => setZone(event.target.value)}
        />
      )}
      <ZoneList id={zonesId} />
      {fields.slice(from, from + PER_PAGE).map((field, at) => (
        <PlannedRowFields
          key={field.id}
          control={control}
          register={register}
          index={from + at}
          errors={errors.rows?.[from + at]}
          idBase={idBase}
          zone={zone}
          onRemove={removeRow}
        />
      ))}
      <Pager
        what="planned Commands"
        page={page}
        size={PER_PAGE}
        total={fields.length}
        onPage={setPage}
      />
      {rootError !== undefined && (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {rootError}
        </FormHelperText>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          ref={addButton}
          variant="outlined"
          color="inherit"
          startIcon={<AddIcon />}
          disabled={full}
          onClick={add}
        >
          Add a Command
        </Button>
        <ImportRows room={SCHEDULE_ROWS_MAX - fields.length} onTake={take} />
        {full && (
          <Typography variant="body2" color="textSecondary">
            {formatNumber(SCHEDULE_ROWS_MAX)} Commands fit into one request.
          </Typography>
        )}
      </Box>
      <Live className="visually-hidden">{message}</Live>
    </Box>
  );
}

/** The index of the first row with an error, or null. */
function firstErrorOf(rows: unknown): number | null {
  if (!Array.isArray(rows)) return null;
  const index = rows.findIndex((row) => row !== undefined && row !== null);
  return index === -1 ? null : index;
}
