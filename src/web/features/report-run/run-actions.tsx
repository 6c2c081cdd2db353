import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Relation, ReportRun } from '../../../contract/console/report-run.ts';
import { definitionSearch } from '../../api/report-definitions.ts';
import {
  changeReportMutation,
  groupsForPrintMutation,
  relateReportMutation,
} from '../../api/reports.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ReportFiles } from './report-files.tsx';
import { groupsAsked } from './group-rows.ts';
import type { RunPartProps } from './run-part.ts';

/** Actions on a run: stop, resume, run again, compare, files, print, edit the definition. */
export function RunActions({ run, search, onSearch }: RunPartProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const permission = usePermission('run-reports');
  const change = useMutation(changeReportMutation(client, run.id));
  const relating = useMutation(relateReportMutation(client, run.id));
  const relate = (kind: Relation) =>
    relating.mutate(kind, {
      onSuccess: ({ id }) => {
        if (kind === 'again') void navigate({ to: '/reports/$runId', params: { runId: id } });
        else onSearch({ tab: 'compare', earlier: id });
      },
    });
  const print = useMutation(groupsForPrintMutation(client, run, groupsAsked(run, search)));
  const may = permission.allowed;
  return (
    <Box className="no-print" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
        <StateButton
          run={run}
          disabled={!may || change.isPending}
          onChange={(state) => change.mutate(state)}
        />
        <Button
          variant="outlined"
          color="inherit"
          disabled={!may || relating.isPending}
          onClick={() => relate('again')}
        >
          Run again
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          disabled={!may || relating.isPending}
          onClick={() => relate('previous')}
        >
          Compare with the previous period
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          disabled={!may || relating.isPending}
          onClick={() => relate('last-year')}
        >
          Compare with last year
        </Button>
        <Button
          color="inherit"
          startIcon={<PrintIcon />}
          disabled={print.isPending}
          onClick={() => print.mutate(undefined, { onSuccess: () => window.print() })}
        >
          Print
        </Button>
        <LinkButton
          color="inherit"
          to="/reports/new"
          search={definitionSearch(run.definition, run.id)}
        >
          Edit definition
        </LinkButton>
      </Box>
      <ReportFiles run={run} search={search} />
      {permission.reason !== null && (
        <Typography variant="body2" color="textSecondary">
          {permission.reason}
        </Typography>
      )}
      {change.error !== null && (
        <ErrorPanel
          what={
            change.variables === 'stopped' ? 'The run was not stopped' : 'The run was not resumed'
          }
          error={change.error}
        />
      )}
      {relating.error !== null && <ErrorPanel what="No run was begun" error={relating.error} />}
      {print.error !== null && (
        <ErrorPanel what="The groups could not be read for the print" error={print.error} />
      )}
    </Box>
  );
}

interface StateButtonProps {
  run: ReportRun;
  disabled: boolean;
  onChange: (state: 'running' | 'stopped') => void;
}

function StateButton({ run, disabled, onChange }: StateButtonProps) {
  if (run.state === 'running') {
    return (
      <Button
        variant="outlined"
        color="inherit"
        disabled={disabled}
        onClick={() => onChange('stopped')}
      >
        Stop
      </Button>
    );
  }
  if (run.state !== 'stopped') return null;
  return (
    <Button variant="contained" disabled={disabled} onClick={() => onChange('running')}>
      Resume
    </Button>
  );
}
