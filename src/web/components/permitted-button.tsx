import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';

interface PermittedButtonProps extends ButtonProps {
  /** Why this operator may not, or null. */
  denial: string | null;
}

/** A button of an act that a role may lack: then it does nothing, and says why. */
export function PermittedButton({ denial, onClick, ...button }: PermittedButtonProps) {
  return (
    <Tooltip title={denial ?? ''} describeChild>
      <Button
        {...button}
        aria-disabled={denial !== null}
        onClick={denial === null ? onClick : undefined}
      />
    </Tooltip>
  );
}
