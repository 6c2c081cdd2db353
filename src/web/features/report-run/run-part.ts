import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { RunSearch } from './run-search.ts';

/** Props of each part of a run's page. */
export interface RunPartProps {
  run: ReportRun;
  search: RunSearch;
  onSearch: (change: Partial<RunSearch>) => void;
}
