import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface ActButtonProps extends Omit<ButtonProps, 'aria-describedby'> {
  /** Why the action is not possible, or null. */
  denial: string | null;
}

/** A button that says beside it why it cannot be pressed. */
export function ActButton({ denial, disabled = false, ...button }: ActButtonProps) {
  const id = useId();
  return (
    <>
      <Button
        variant="outlined"
        {...button}
        disabled={denial !== null || disabled}
        aria-describedby={denial === null ? undefined : id}
      />
      {denial !== null && (
        <Typography id={id} variant="body2" color="textSecondary">
          {denial}
        </Typography>
      )}
    </>
  );
}
