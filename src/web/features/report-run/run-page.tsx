import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { useLive } from '../../api/live-state.ts';
import { reportRunQuery } from '../../api/report-queries.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { FailedEntities } from './failed-entities.tsx';
import { ResultTab } from './result-tab.tsx';
import { RunTop } from './run-actions.tsx';
import { progressMessage, remainingMessage, sourceMessage } from './run-labels.ts';
import type { RunPartProps } from './run-part.ts';
import { openTab, tabOf, type RunTab } from './run-search.ts';
import { SessionsTab } from './sessions-tab.tsx';

const TABS: readonly { name: RunTab; label: string }[] = [
  { name: 'result', label: 'Result' },
  { name: 'sessions', label: 'Sessions' },
  { name: 'exceptions', label: 'Exceptions' },
];

const PARTS = { result: ResultTab, sessions: SessionsTab, exceptions: ExceptionsTab } as const;

interface RunPageProps extends Omit<RunPartProps, 'run'> {
  runId: string;
}

/** A report run: its progress, results and actions. */
export function RunPage(props: RunPageProps) {
  const query = useQuery(reportRunQuery(props.runId));
  const { data: run } = query;
  if (run?.draft === false) return <Known {...props} run={run} read={query} />;
  return (
    <>
      <PageHeader title="Report" above={<AppLink to="/reports">Reports</AppLink>} />
      {run === undefined ? (
        <ReadBlock read={query} what="the report" height={240} />
      ) : (
        // Reached only by a typed address.
        <EmptyState title="This is a draft, not a report.">
          <span>
            Define it on the page of a <AppLink to="/reports/new">new report</AppLink>, and make the
            report there.
          </span>
        </EmptyState>
      )}
    </>
  );
}

interface KnownProps extends RunPageProps {
  run: ReportRun;
  read: UseQueryResult<ReportRun>;
}

function Known({ run, read, search, onSearch }: KnownProps) {
  const live = useLive();
  const Part = PARTS[tabOf(search)];
  const isRunning = run.state === 'running';
  return (
    <>
      <RunTop
        run={run}
        search={search}
        fresh={<AsOf read={read} what="the report" live={isRunning ? live.mode : undefined} />}
      />
      {run.state !== 'complete' && (
        <Section title="Progress">
          <RunProgress run={run} />
          {run.progress.entities.failed > 0 && <FailedEntities run={run} />}
        </Section>
      )}
      <Box sx={{ mt: 2 }}>
        <TabBar
          label="Parts of the report"
          tabs={TABS}
          current={tabOf(search)}
          onChange={(tab) => onSearch(openTab(tab, search))}
        >
          <Part run={run} search={search} onSearch={onSearch} />
        </TabBar>
      </Box>
    </>
  );
}

/** Progress of a run that is not complete: Entities, sessions, requested reads, and the time left. */
function RunProgress({ run }: { run: ReportRun }) {
  const { total, done, failed } = run.progress.entities;
  return (
    <>
      <Live>
        <Typography variant="body2">
          {progressMessage(run)} {run.state === 'running' && remainingMessage(run.progress)}
        </Typography>
      </Live>
      <ProgressBar label="Entities processed" done={done + failed} total={total} />
      <Typography variant="body2" color="textSecondary">
        {sourceMessage(run)}
      </Typography>
    </>
  );
}
