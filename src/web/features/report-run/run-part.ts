import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { RunSearch } from './run-search.ts';

/** Props of each part of a run's page. */
export interface RunPartProps {
  run: ReportRun;
  search: RunSearch;
  onSearch: (change: Partial<RunSearch>) => void;
}

/** A part that says how far the run is. */
export interface ShownPartProps extends RunPartProps {
  /** It ends for readers once its last figures are on screen. */
  shown: ReportRun;
}
