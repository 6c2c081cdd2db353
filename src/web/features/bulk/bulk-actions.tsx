import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { Job } from '../../../contract/console/job.ts';
import { formatNumber } from '../../../domain/format.ts';
import { csvMutation } from '../../api/audit.ts';
import { errorText } from '../../api/errors.ts';
import { readJobItems } from '../../api/jobs.ts';
import { useCapacityUnit, usePermission } from '../../api/session.ts';
import { downloadText } from '../../components/download.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { useZone } from '../../theme/preferences.ts';
import { JobControl, permissionFor } from '../jobs/job-progress.tsx';

/** The actions of a run: stop, resume, set back, try again, and save its rows as files. */
export function RunActions({ run }: { run: Job }) {
  const unit = useCapacityUnit();
  const zone = useZone();
  // What an offboarding or a cancellation did cannot be set back.
  const isValue = run.change.kind === 'feature' || run.change.kind === 'capacity';
  const permission = usePermission(permissionFor(run.change));
  const { counts } = run;
  const prepare = async (what: 'problems' | 'all') => {
    const items = await readJobItems(run.id, what === 'all' ? undefined : what);
    const { bulkCsv } = await import('./bulk-csv.ts');
    const kind = what === 'all' ? 'results' : 'errors';
    return {
      name: `bulk-${kind}-${run.createdAt.slice(0, 10)}-${run.id.slice(0, 8)}.csv`,
      text: bulkCsv(run.change, items, unit, zone),
      record: { what: 'bulk change', id: run.id, rows: items.length } as const,
    };
  };
  const load = useMutation(csvMutation(prepare, downloadText));
  const again = counts.refused + counts.skipped + counts.unknown;
  const problems = again + counts['too-late'];
  const mayFollow = permission.allowed && run.state !== 'running' && isValue;
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
        <JobControl job={run} />
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
      <Live sx={{ fontSize: '0.8125rem' }}>
        {load.isPending && 'Reading the results'}
        {load.isSuccess && `Saved as ${load.data}`}
        {load.isError && `Not saved: ${errorText(load.error).title}`}
      </Live>
    </Box>
  );
}
