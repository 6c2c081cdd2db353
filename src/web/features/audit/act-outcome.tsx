import AutorenewIcon from '@mui/icons-material/Autorenew';
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HourglassIcon from '@mui/icons-material/HourglassEmpty';
import QuestionMarkIcon from '@mui/icons-material/QuestionMark';
import type SvgIcon from '@mui/material/SvgIcon';
import { AUDIT_OUTCOMES, type AuditOutcome } from '../../../contract/console/audit.ts';
import { auditOutcomeLabel } from '../../../domain/audit-labels.ts';
import { StatusMark } from '../../components/status/status-mark.tsx';
import type { StatusStyle } from '../../theme/status.ts';

/** Green stays for Commands whose success is proven: an act that is done is grey. */
const MARKS: Readonly<Record<AuditOutcome, { style: StatusStyle; icon: typeof SvgIcon }>> = {
  done: { style: { tone: 'grey', look: 'plain' }, icon: CheckIcon },
  accepted: { style: { tone: 'teal', look: 'plain' }, icon: CheckIcon },
  refused: { style: { tone: 'red', look: 'soft' }, icon: BlockIcon },
  failed: { style: { tone: 'red', look: 'soft' }, icon: ErrorOutlineIcon },
  unknown: { style: { tone: 'amber', look: 'hatched' }, icon: QuestionMarkIcon },
  begun: { style: { tone: 'blue', look: 'plain' }, icon: AutorenewIcon },
  waiting: { style: { tone: 'blue', look: 'outline' }, icon: HourglassIcon },
  repeated: { style: { tone: 'grey', look: 'plain' }, icon: CheckIcon },
  'cut off': { style: { tone: 'grey', look: 'struck' }, icon: BlockIcon },
  'no outcome recorded': { style: { tone: 'amber', look: 'hatched' }, icon: QuestionMarkIcon },
};

/** What came of an act; an outcome that is not known is its own label. */
export function ActOutcome({ outcome }: { outcome: string }) {
  const known = AUDIT_OUTCOMES.find((each) => each === outcome);
  if (known === undefined) return outcome;
  return <StatusMark label={auditOutcomeLabel(known)} {...MARKS[known]} />;
}
