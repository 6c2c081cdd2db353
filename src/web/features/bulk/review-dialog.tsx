import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { BulkRequest, BulkValueChange, JobDetail } from '../../../contract/console/job.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import {
  formatCount,
  nameInWords,
  formatNumber,
  MISSING,
  shortId,
  typeLabel,
} from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { changeTitle } from '../jobs/job-labels.ts';
import { itemsOf, typeCounts, type PlanRow, type Fault } from './bulk-plan.ts';
import type { Plan } from './use-plan.ts';

/** The effects of a run, in sentences. */
function consequences(change: BulkValueChange, count: number): string[] {
  const target = formatCount(count, 'Entity', 'Entities');
  const act =
    change.kind === 'capacity'
      ? `The Service is asked to set the battery capacity of ${target}, one request each.`
      : `The Service is asked to turn “${nameInWords(change.feature)}” ${change.enabled ? 'on' : 'off'} for ${target}, one request each.`;
  return [
    `${act} Each is read first: one that has the value already is left alone, and the value before is kept.`,
    ...captureConsequences(change),
    'Each change is sent once, within the request budget of the console. It continues when this page is closed and can be stopped; what was changed then stays changed and can be set back.',
  ];
}

function captureConsequences(change: BulkValueChange): string[] {
  if (change.kind === 'capacity' || change.feature !== CAPTURE_CHARGE_SESSIONS) return [];
  return [
    change.enabled
      ? 'The Service checks whether each can capture its charge sessions; some vehicles need their battery capacity set before, and are refused otherwise.'
      : 'While it is off, no charge sessions of these Entities are captured.',
  ];
}

interface ReviewDialogProps {
  id: string;
  plan: Plan;
  rows: readonly PlanRow[];
  reason: string;
  onReason: (reason: string) => void;
  onBegun: (detail: JobDetail) => void;
  onClose: () => void;
}

/** Shows what a run will do, and starts it after a typed confirmation. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { id, plan, rows, reason } = props;
  const { change } = plan;
  const starting = useMutation(mutation(JOB_ROUTES.startBulk));
  const count = formatCount(rows.length, 'Entity', 'Entities');
  const strangers = rows.filter(({ known }) => !known).length;
  const request: BulkRequest = {
    id,
    reason: reason.trim() === '' ? null : reason.trim(),
    chosenBy: plan.chosenBy,
    from: plan.from,
    change,
    items: itemsOf(rows),
  };
  return (
    <ConfirmDialog
      title={`${changeTitle(change)}: ${count}`}
      typed={`change ${rows.length}`}
      act={
        change.kind === 'capacity'
          ? `Set the capacity of ${count}`
          : `Turn ${nameInWords(change.feature)} ${change.enabled ? 'on' : 'off'} for ${count}`
      }
      sending={starting}
      failed={
        mayBeDone(starting.error)
          ? 'It is not known whether the run started'
          : 'The run was not started'
      }
      advice={
        <>
          What you chose is kept. Pressing the button again is safe: it is the same run
          {mayBeDone(starting.error) && (
            <>
              , and{' '}
              <AppLink to="/bulk/$runId" params={{ runId: id }}>
                its page
              </AppLink>{' '}
              shows whether it started
            </>
          )}
          .
        </>
      }
      onConfirm={() => starting.mutate({ body: request }, { onSuccess: props.onBegun })}
      onClose={props.onClose}
    >
      {consequences(change, rows.length).map((sentence) => (
        <Typography key={sentence} variant="body2">
          {sentence}
        </Typography>
      ))}
      <Typography variant="body2">
        Chosen: {plan.chosenBy}. By type: {typeCounts(rows)}.
        {strangers > 0 &&
          ` ${formatCount(strangers, 'of them is', 'of them are')} not in the directory; the Service may not know them.`}
      </Typography>
      <TextInput
        label="Reason (optional)"
        value={reason}
        maxLength={REASON_MAX}
        onChange={(event) => props.onReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}

interface PlanTableProps {
  rows: readonly PlanRow[];
  leftOut: ReadonlySet<string>;
  onLeaveOut: (id: string, out: boolean) => void;
  /** The unit of capacities, or null if a feature is changed. */
  unit: string | null;
}

/** The Entities of a planned run; each can be left out. */
export function PlanTable({ rows, leftOut, onLeaveOut, unit }: PlanTableProps) {
  const columns = useMemo(() => columnsFor(leftOut, onLeaveOut, unit), [leftOut, onLeaveOut, unit]);
  return (
    <DataTable
      label="Entities of the change"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}

function columnsFor(
  leftOut: PlanTableProps['leftOut'],
  onLeaveOut: PlanTableProps['onLeaveOut'],
  unit: string | null,
): readonly Column<PlanRow>[] {
  const capacity: Column<PlanRow> = {
    key: 'capacity',
    header: `New capacity, ${unit}`,
    width: '18%',
    numeric: true,
    cell: (row) => (row.capacity === null ? MISSING : String(row.capacity)),
    phone: 'line',
    phoneCell: (row) => (row.capacity === null ? null : `${row.capacity} ${unit}`),
  };
  return [
    column('in', 'Change', { width: '72px', phone: 'end' }, (row) => (
      <Checkbox
        checked={!leftOut.has(row.id)}
        onChange={(_event, checked) => onLeaveOut(row.id, !checked)}
        slotProps={{ input: { 'aria-label': `Change ${row.name ?? shortId(row.id)}` } }}
        sx={{ p: 0.5 }}
      />
    )),
    column('name', 'Entity', { phone: 'name' }, (row) => (
      <EntityLink id={row.id} name={row.name} type={row.type} />
    )),
    column('type', 'Type', { width: '22%', phone: 'line' }, (row) =>
      row.known ? (
        typeLabel(row.type)
      ) : (
        <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          Not in the directory
        </Box>
      ),
    ),
    column('brand', 'Brand', { width: '18%' }, (row) => row.brand ?? MISSING),
    ...(unit === null ? [] : [capacity]),
  ];
}

const FAULTS: readonly Column<Fault>[] = [
  column('where', 'Where', { width: '30%', phone: 'name' }, ({ where }) => where),
  column('what', 'Why it is left out', { wraps: true, phone: 'line' }, ({ what }) => what),
];

/** The rows left out, with reasons. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <Box component="details" sx={{ mb: 1.5 }} open={faults.length <= 5}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', py: 0.5 }}>
        {formatCount(faults.length, 'row is', 'rows are')} left out
      </Typography>
      <DataTable
        label={`Left out (${formatNumber(faults.length)})`}
        columns={FAULTS}
        rows={faults}
        rowKey={(fault) => `${fault.where} ${fault.what}`}
      />
    </Box>
  );
}
