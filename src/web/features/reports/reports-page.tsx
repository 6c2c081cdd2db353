import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_HEADER, REASON_MAX } from '../../../contract/console/headers.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { runTitle } from '../../../domain/reports/report-labels.ts';
import { mutation } from '../../api/query.ts';
import { reportRunsQuery } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HeadPlace } from '../../components/head-slot.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { SavedDefinitions } from '../report-form/saved-definitions.tsx';
import { PER_PAGE, type ReportsSearch } from './reports-search.ts';
import { RunsTable } from './runs-table.tsx';

interface ReportsPageProps {
  search: ReportsSearch;
  onSearch: (change: Partial<ReportsSearch>) => void;
  /** Opens the page of a run that was started. */
  onBegun: (runId: string) => void;
}

/** Reports and saved definitions. */
export function ReportsPage({ search, onSearch, onBegun }: ReportsPageProps) {
  const { reason } = usePermission('run-reports');
  return (
    <>
      <PageHeader
        title="Reports"
        fresh={<HeadPlace />}
        actions={
          <>
            <LinkButton variant="outlined" color="inherit" to="/reports/tariffs">
              Tariffs
            </LinkButton>
            {reason === null && (
              <LinkButton variant="outlined" to="/reports/new">
                New report
              </LinkButton>
            )}
          </>
        }
      >
        <span>
          Charge sessions of many Entities, added up exactly{reason === null ? '' : `. ${reason}`}
        </span>
      </PageHeader>
      <Runs search={search} onSearch={onSearch} />
      <SavedDefinitions onBegun={onBegun} />
    </>
  );
}

/** The reports, newest first, a page at a time. */
function Runs({ search, onSearch }: Pick<ReportsPageProps, 'search' | 'onSearch'>) {
  const page = search.page ?? 1;
  const query = useQuery(reportRunsQuery(PER_PAGE, (page - 1) * PER_PAGE));
  const { data } = query;
  const { reason } = usePermission('run-reports');
  const sealed = usePermission('delete-sealed-report');
  const [deleting, setDeleting] = useState<ReportRun | null>(null);
  const [message, setMessage] = useState('');
  return (
    <Section
      ofTab
      title="All reports"
      aside={data !== undefined && <AsOf read={query} what="the reports" />}
    >
      <Live sx={{ fontSize: '0.8125rem' }}>{message}</Live>
      {data === undefined && <ReadBlock read={query} what="the reports" />}
      {data?.runs.length === 0 && <NoRuns isAny={data.count > 0} />}
      {data !== undefined && data.runs.length > 0 && (
        <Box
          sx={{ bgcolor: query.isPlaceholderData ? 'action.hover' : undefined }}
          aria-busy={query.isPlaceholderData}
        >
          <RunsTable
            runs={data.runs}
            denialOf={({ hash }) => reason ?? (hash === null ? null : sealed.reason)}
            onDelete={setDeleting}
          />
          <Pager
            what="reports"
            page={page}
            size={PER_PAGE}
            total={data.count}
            onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
          />
        </Box>
      )}
      {deleting !== null && (
        <DeleteRun
          // As it is now: another operator may seal it meanwhile.
          run={data?.runs.find(({ id }) => id === deleting.id) ?? deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setMessage(`The report “${runTitle(deleting)}” is deleted.`);
            setDeleting(null);
          }}
        />
      )}
    </Section>
  );
}

/** Said of a list, or a page of it, without a report. */
function NoRuns({ isAny }: { isAny: boolean }) {
  const { allowed } = usePermission('run-reports');
  if (isAny) {
    return (
      <EmptyState title="This page of the list is empty.">
        <Typography variant="body2">
          There are fewer reports. <AppLink to="/reports">See the newest</AppLink>.
        </Typography>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No reports yet.">
      <Typography variant="body2">
        A report adds up the charge sessions of a period, exactly, with charts, exceptions and
        files.{' '}
        {allowed && (
          <>
            <AppLink to="/reports/new">Make the first one</AppLink>.
          </>
        )}
      </Typography>
    </EmptyState>
  );
}

interface DeleteRunProps {
  run: ReportRun;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteRun({ run, onClose, onDeleted }: DeleteRunProps) {
  const deletion = useMutation(mutation(REPORT_ROUTES.deleteReportRun));
  const [text, setText] = useState('');
  const isSealed = run.hash !== null;
  const reason = isSealed ? text.trim() : null;
  const remove = () =>
    deletion.mutate(
      {
        params: { id: run.id },
        headers: reason === null ? {} : { [REASON_HEADER]: encodeURIComponent(reason) },
      },
      { onSuccess: onDeleted },
    );
  return (
    <ConfirmDialog
      title={`Delete the report “${runTitle(run)}”`}
      act="Delete the report"
      sending={deletion}
      failed="The report was not deleted"
      ready={reason !== ''}
      onConfirm={remove}
      onClose={onClose}
    >
      <Typography variant="body2">
        Its data is deleted for all operators, with its manifest and its figures. Earlier exports
        can no longer be verified against it. The sessions at the Service and saved definitions
        stay.
      </Typography>
      {isSealed && (
        <TextInput
          label="Reason"
          error={null}
          helper="Required: the report is sealed. The audit log keeps the reason, your name and the hash of the report."
          autoComplete="off"
          maxLength={REASON_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
