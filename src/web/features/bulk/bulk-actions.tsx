import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { BulkRun } from '../../../contract/console/bulk.ts';
import { BULK_ROUTES } from '../../../contract/console/bulk-routes.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { csvMutation } from '../../api/audit.ts';
import { call } from '../../api/client.ts';
import { mutationOf } from '../../api/query.ts';
import { errorText } from '../../api/errors.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { downloadText } from '../../components/download.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { useZone } from '../../theme/preferences.ts';
import { readBulkItems } from './bulk-queries.ts';

/** The actions of a run: stop, resume, set back, try again, and save its rows as files. */
export function RunActions({ run }: { run: BulkRun }) {
  const unit = useCapacityUnit();
  const zone = useZone();
  const isOffboarding = run.change.kind === 'offboarding';
  const permission = usePermission(isOffboarding ? 'offboard' : 'change-entity');
  const { counts } = run;
  const change = useMutation(
    mutationOf((to: 'stop' | 'resume') => {
      const route = to === 'stop' ? BULK_ROUTES.stopBulk : BULK_ROUTES.resumeBulk;
      return call(route, { params: { id: run.id } });
    }, BULK_ROUTES.stopBulk.touches),
  );
  const prepare = async (what: 'problems' | 'all') => {
    const items = await readBulkItems(run.id, what === 'all' ? undefined : what);
    const { bulkCsv } = await import('./bulk-csv.ts');
    const kind = what === 'all' ? 'results' : 'errors';
    return {
      name: `bulk-${kind}-${run.createdAt.slice(0, 10)}-${run.id.slice(0, 8)}.csv`,
      text: bulkCsv(run.change, items, unit, zone),
      record: { what: 'bulk change', id: run.id, rows: items.length } as const,
    };
  };
  const load = useMutation(csvMutation(prepare, downloadText));
  const problems = counts.refused + counts.unknown + counts.skipped;
  const again = counts.refused + counts.skipped + counts.unknown;
  const mayFollow = permission.allowed && run.state !== 'running' && !isOffboarding;
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
        {run.state === 'running' && (
          <Button
            variant="outlined"
            color="inherit"
            disabled={!permission.allowed || change.isPending}
            onClick={() => change.mutate('stop')}
          >
            Stop
          </Button>
        )}
        {run.state === 'stopped' && counts.waiting > 0 && (
          <Button
            variant="contained"
            disabled={!permission.allowed || change.isPending}
            onClick={() => change.mutate('resume')}
          >
            Resume with {formatCount(counts.waiting, 'Entity', 'Entities')}
          </Button>
        )}
        {mayFollow && counts.done > 0 && (
          <LinkButton
            variant="outlined"
            color="inherit"
            to="/bulk"
            search={{ from: run.id, how: 'back' }}
          >
            Set {formatNumber(counts.done)} back to the values before
          </LinkButton>
        )}
        {mayFollow && again > 0 && (
          <LinkButton
            variant="outlined"
            color="inherit"
            to="/bulk"
            search={{ from: run.id, how: 'again' }}
          >
            Retry those not changed
          </LinkButton>
        )}
        <Button
          color="inherit"
          startIcon={<DownloadIcon />}
          disabled={problems === 0 || load.isPending}
          onClick={() => load.mutate('problems')}
        >
          Error log ({formatNumber(problems)})
        </Button>
        <Button
          color="inherit"
          startIcon={<DownloadIcon />}
          disabled={load.isPending}
          onClick={() => load.mutate('all')}
        >
          All results
        </Button>
      </Box>
      {permission.reason !== null && (
        <Typography variant="body2" color="textSecondary">
          {permission.reason}
        </Typography>
      )}
      <Live sx={{ fontSize: '0.8125rem' }}>
        {load.isPending && 'Reading the results'}
        {load.isSuccess && `Saved as ${load.data}`}
        {load.isError && `Not saved: ${errorText(load.error).title}`}
      </Live>
      {change.error !== null && (
        <ErrorPanel
          what={change.variables === 'stop' ? 'The run was not stopped' : 'The run was not resumed'}
          error={change.error}
        />
      )}
    </Box>
  );
}
