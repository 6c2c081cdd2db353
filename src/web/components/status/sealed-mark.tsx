import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import Tooltip from '@mui/material/Tooltip';
import { SEALED_STYLE } from '../../theme/status.ts';
import { StatusMark } from './status-mark.tsx';

/** Marks a report that can no longer change; shows who sealed it and when, if known. */
export function SealedMark({ text }: { text: string }) {
  return (
    <Tooltip title={text}>
      <span style={{ display: 'inline-flex' }}>
        <StatusMark label="Sealed" style={SEALED_STYLE} icon={LockOutlinedIcon} />
      </span>
    </Tooltip>
  );
}
