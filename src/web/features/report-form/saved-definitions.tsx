import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SavedDefinition } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { periodLabel, scopeLabel, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { mutation, query } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';

/** The name of a copy, cut to the maximum length. */
function copyName(name: string): string {
  return `Copy of ${name}`.slice(0, 100);
}

function contentLabel({ definition }: SavedDefinition): string {
  return `${scopeLabel(definition.scope)}; ${periodLabel(definition.period)}; ${zoneLabel(definition)}`;
}

const COLUMNS: readonly Column<SavedDefinition>[] = [
  {
    key: 'name',
    header: 'Name',
    wraps: true,
    width: '22%',
    cell: (row) => (
      <AppLink to="/reports/new" search={{ saved: row.id }}>
        {row.name}
      </AppLink>
    ),
    phone: 'name',
  },
  { key: 'what', header: 'Content', wraps: true, cell: contentLabel, phone: 'line' },
  {
    key: 'version',
    header: 'Version',
    numeric: true,
    width: '72px',
    cell: (row) => row.version,
    phone: 'line',
    phoneCell: (row) => `version ${row.version}`,
  },
  {
    key: 'saved',
    header: 'Saved',
    wraps: true,
    width: '160px',
    cell: (row) => (
      <>
        <DateTimeText instant={row.savedAt} /> by {row.savedBy}
      </>
    ),
  },
];

/** The saved definitions, with buttons to run, edit, duplicate and delete. */
export function SavedDefinitions({ onBegun }: { onBegun: (runId: string) => void }) {
  const id = useId();
  const { reason } = usePermission('run-reports');
  const read = useQuery(query(REPORT_ROUTES.reportDefinitions));
  const [message, setMessage] = useState('');
  const [deleting, setDeleting] = useState<SavedDefinition | null>(null);
  const starting = useMutation({ ...mutation(REPORT_ROUTES.startReport), ...useKeptRun() });
  const copying = useMutation(mutation(REPORT_ROUTES.saveReportDefinition));
  const start = ({ definition, id: saved, version }: SavedDefinition) =>
    starting.mutate(
      { body: { definition, saved: { id: saved, version } } },
      { onSuccess: (run) => onBegun(run.id) },
    );
  const copy = ({ name, definition }: SavedDefinition) =>
    copying.mutate(
      { body: { id: randomId(), name: copyName(name), definition } },
      { onSuccess: (saved) => setMessage(`“${saved.name}” is saved.`) },
    );
  const denialId = reason === null ? undefined : `${id}-denial`;
  const busy = starting.isPending || copying.isPending;
  const act = (label: string, name: string, onClick: () => void) => (
    <Button
      color="inherit"
      disabled={reason !== null || busy}
      aria-label={name}
      aria-describedby={denialId}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const actions = (row: SavedDefinition) => (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, ml: -1, '&& > *': { minWidth: 0, px: 1 } }}
    >
      {act('Run', `Run ${row.name} now`, () => start(row))}
      {reason === null && (
        <LinkButton
          color="inherit"
          to="/reports/new"
          search={{ saved: row.id }}
          aria-label={`Edit ${row.name}`}
        >
          Edit
        </LinkButton>
      )}
      {act('Duplicate', `Duplicate ${row.name}`, () => copy(row))}
      {act('Delete', `Delete ${row.name}`, () => setDeleting(row))}
    </Box>
  );
  return (
    <Section title="Saved definitions">
      {reason !== null && (
        // The page shows the reason above; this repeats it for screen readers, per button.
        <span id={`${id}-denial`} className="visually-hidden">
          {reason}
        </span>
      )}
      <Live sx={{ fontSize: '0.8125rem' }}>{message}</Live>
      {starting.error !== null && (
        <ErrorPanel what="The report was not started" error={starting.error} />
      )}
      {copying.error !== null && (
        <ErrorPanel what="The definition was not duplicated" error={copying.error} />
      )}
      <Read query={read} what="the saved definitions" rows={3}>
        {({ definitions }) =>
          definitions.length === 0 ? (
            <EmptyState title="No definitions are saved yet.">
              <Typography variant="body2">
                A definition saved on the page of a <AppLink to="/reports/new">new report</AppLink>{' '}
                appears here for all operators, to run again with one click.
              </Typography>
            </EmptyState>
          ) : (
            <DataTable
              label="Saved definitions"
              columns={[
                ...COLUMNS,
                {
                  key: 'actions',
                  header: 'Actions',
                  wraps: true,
                  width: '292px',
                  cell: actions,
                  phone: 'more',
                },
              ]}
              rows={definitions}
              rowKey={(row) => row.id}
            />
          )
        }
      </Read>
      {deleting !== null && (
        <DeleteDefinition
          saved={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setMessage(`“${deleting.name}” is deleted.`);
            setDeleting(null);
          }}
        />
      )}
    </Section>
  );
}

interface DeleteDefinitionProps {
  saved: SavedDefinition;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a saved definition is deleted. */
function DeleteDefinition({ saved, onClose, onDeleted }: DeleteDefinitionProps) {
  const deletion = useMutation(mutation(REPORT_ROUTES.deleteReportDefinition));
  return (
    <ConfirmDialog
      title={`Delete the definition “${saved.name}”`}
      act="Delete the definition"
      sending={deletion}
      failed="The definition was not deleted"
      onConfirm={() => deletion.mutate({ params: { id: saved.id } }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <Typography variant="body2">
        It is deleted for all operators. Reports run with it stay, and keep its name and version.
      </Typography>
    </ConfirmDialog>
  );
}
