import Box from '@mui/material/Box';
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { useLive } from '../../api/live-state.ts';
import { reportGroupsQuery, reportRunQuery } from '../../api/report-queries.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { useOnPaper } from '../../components/use-on-paper.ts';
import { CompareTab } from './compare-tab.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { ExploreBar } from './explore-bar.tsx';
import { FailedEntities } from './failed-entities.tsx';
import { groupsAsked } from './group-rows.ts';
import { ManifestTab } from './manifest-tab.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { ResultTab } from './result-tab.tsx';
import { RunTop } from './run-actions.tsx';
import type { RunPartProps, ShownPartProps } from './run-part.ts';
import { RunProgress } from './run-progress.tsx';
import { openTab, tabOf, type RunTab } from './run-search.ts';
import { SessionsTab } from './sessions-tab.tsx';
import { useIsReplaced } from './use-explore.ts';
import { useShownRun } from './use-shown-run.ts';

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
export function RunPage(props: RunPageProps) {
  const isReplaced = useIsReplaced(props.runId);
  const read = reportRunQuery(props.runId);
  const query = useQuery(isReplaced ? { ...read, enabled: false } : read);
  const { data: run } = query;
  if (run === undefined) {
    return (
      <>
        <PageHeader title="Report" above={<AppLink to="/reports">Reports</AppLink>} />
        <ReadBlock read={query} what="the report" height={240} />
      </>
    );
  }
  if (run.draft) return <OfDraft />;
  return <Known {...props} run={run} read={query} />;
}

/** The page of a draft, reached only by a typed address. */
function OfDraft() {
  return (
    <>
      <PageHeader title="Report" above={<AppLink to="/reports">Reports</AppLink>} />
      <EmptyState title="This is a draft, not a report.">
        <span>
          Define it on the page of a <AppLink to="/reports/new">new report</AppLink>, and make the
          report there.
        </span>
      </EmptyState>
    </>
  );
}

interface KnownProps extends RunPageProps {
  run: ReportRun;
  read: UseQueryResult<ReportRun>;
}

function Known({ run, read, search, onSearch }: KnownProps) {
  const live = useLive();
  const onPaper = useOnPaper();
  const shown = useShownRun(run);
  useRowsForPaper({ run, search });
  const part = { run, shown, search, onSearch };
  if (onPaper) return <PrintSheet {...part} />;
  const fresh = (
    <AsOf read={read} what="the report" live={shown.state === 'running' ? live.mode : undefined} />
  );
  return (
    <>
      <RunTop {...part} fresh={fresh} />
      <ExploreBar run={run} search={search} />
      {shown.state !== 'complete' && (
        <Section title="Progress">
          <RunProgress run={shown} />
          {shown.progress.entities.failed > 0 && <FailedEntities run={shown} />}
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

/** Reads the rows on every tab: a browser that prints does not wait for them. */
function useRowsForPaper({ run, search }: Pick<RunPartProps, 'run' | 'search'>): void {
  useInfiniteQuery({
    ...reportGroupsQuery(run, groupsAsked(run, search)),
    refetchInterval: false,
    notifyOnChangeProps: [],
  });
}

function Part(props: ShownPartProps) {
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
