import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../api/live-state.ts';
import { reportRunQuery } from '../../api/reports.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { useOnPaper } from '../../components/use-on-paper.ts';
import { CompareTab } from './compare-tab.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { ExploreBar } from './explore-bar.tsx';
import { FailedEntities } from './failed-entities.tsx';
import { ManifestTab } from './manifest-tab.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { ResultTab } from './result-tab.tsx';
import { RunTop } from './run-actions.tsx';
import type { RunPartProps } from './run-part.ts';
import { RunProgress } from './run-progress.tsx';
import { openTab, tabOf, type RunTab } from './run-search.ts';
import { SessionsTab } from './sessions-tab.tsx';

const TABS: readonly { name: RunTab; label: string }[] = [
  { name: 'result', label: 'Result' },
  { name: 'sessions', label: 'Sessions' },
  { name: 'exceptions', label: 'Exceptions' },
  { name: 'compare', label: 'Compare' },
  { name: 'manifest', label: 'Manifest' },
];

interface RunPageProps extends Omit<RunPartProps, 'run'> {
  runId: string;
}

/** A report run: its progress, results and actions. */
export function RunPage({ runId, search, onSearch }: RunPageProps) {
  const query = useQuery(reportRunQuery(runId));
  const { data: run } = query;
  const live = useLive();
  const onPaper = useOnPaper();
  if (run === undefined) {
    return (
      <>
        <PageHeader title="Report" above={<AppLink to="/reports">Reports</AppLink>} />
        {<ReadBlock read={query} what="the report" height={240} />}
      </>
    );
  }
  const part = { run, search, onSearch };
  if (onPaper) return <PrintSheet {...part} />;
  const fresh = (
    <AsOf read={query} what="the report" live={run.state === 'running' ? live.mode : undefined} />
  );
  return (
    <>
      <RunTop {...part} fresh={fresh} />
      <ExploreBar run={run} search={search} />
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
          <Part {...part} />
        </TabBar>
      </Box>
    </>
  );
}

function Part(props: RunPartProps) {
  switch (tabOf(props.search)) {
    case 'result':
      return <ResultTab {...props} />;
    case 'sessions':
      return <SessionsTab {...props} />;
    case 'exceptions':
      return <ExceptionsTab {...props} />;
    case 'compare':
      return <CompareTab {...props} />;
    case 'manifest':
      return <ManifestTab {...props} />;
  }
}
