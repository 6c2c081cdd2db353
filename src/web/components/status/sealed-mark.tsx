import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import { SEALED_STYLE } from '../../theme/status.ts';
import { StatusMark } from './status-mark.tsx';

/** That nothing of a report changes any more; says who sealed it, and when, as far as that is known. */
export function SealedMark({ text }: { text: string }) {
  return (
    <span data-hint={text} style={{ display: 'inline-flex' }}>
      <StatusMark label="Sealed" style={SEALED_STYLE} icon={LockOutlinedIcon} />
    </span>
  );
}
