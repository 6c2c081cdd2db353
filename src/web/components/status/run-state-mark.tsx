import type { ReportRun } from '../../../contract/console/report-run.ts';
import { RUN_STATE_LABELS, RUN_STATE_STYLES } from '../../theme/status.ts';
import { RUN_STATE_ICONS } from './status-icons.ts';
import { StatusMark } from './status-mark.tsx';

/** The state of a report run as icon, label and colour. */
export function RunStateMark({ state }: Pick<ReportRun, 'state'>) {
  return (
    <StatusMark
      label={RUN_STATE_LABELS[state]}
      style={RUN_STATE_STYLES[state]}
      icon={RUN_STATE_ICONS[state]}
    />
  );
}
