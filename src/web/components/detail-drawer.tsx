import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface DetailDrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Details of one item beside its list; on a phone it fills the screen. */
export function DetailDrawer({ title, onClose, children }: DetailDrawerProps) {
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': id,
          role: 'dialog',
          'aria-modal': true,
          sx: {
            width: { xs: '100%', sm: 520 },
            p: 2,
            display: 'grid',
            gap: 2,
            // A wide line inside, such as a raw record, must not widen the drawer.
            gridTemplateColumns: 'minmax(0, 1fr)',
            alignContent: 'start',
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={id} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      </Box>
      {children}
    </Drawer>
  );
}
