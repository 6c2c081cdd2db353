import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { RunSearch } from './run-search.ts';

/** Props of each part of a run's page. */
export interface RunPartProps {
  run: ReportRun;
  search: RunSearch;
  onSearch: (change: Partial<RunSearch>) => void;
}

/** Props that only a draft has: it cannot be explored like a run. */
export interface DraftPartProps {
  /** Whether another draft has replaced it, so that it is not read any further. */
  isReplaced?: boolean;
}

/** A part that shows the run's progress. */
export interface ShownPartProps extends RunPartProps {
  /** The run as shown: it ends once its last figures are on screen. */
  shown: ReportRun;
}
