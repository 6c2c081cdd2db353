import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface SideSheetProps {
  title: string;
  /** The subject of the sheet, above its title. */
  above?: ReactNode;
  /** Actions that stay in view at the bottom. */
  footer?: ReactNode;
  /** Absent while it must not be closed. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** Details or a task beside its page; on a phone it fills the screen. */
export function SideSheet({ title, above, footer, onClose, children }: SideSheetProps) {
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
          sx: { width: { xs: '100%', sm: 560 }, overflow: 'hidden' },
        },
      }}
    >
      <Box sx={{ px: 2.5, pt: 2, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {above !== undefined && (
              <Typography variant="body2" component="div" color="textSecondary">
                {above}
              </Typography>
            )}
            <Typography id={id} variant="h2" sx={{ fontSize: '1.25rem', lineHeight: 1.3 }}>
              {title}
            </Typography>
          </Box>
          <IconButton aria-label="Close" onClick={onClose} disabled={onClose === undefined}>
            <CloseIcon sx={{ fontSize: 20 }} />
          </IconButton>
        </Box>
      </Box>
      <Box
        sx={{
          flex: 1,
          overflowY: 'auto',
          px: 2.5,
          py: 2,
          display: 'grid',
          gap: 2,
          // A wide line inside, such as a raw record, must not widen the sheet.
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignContent: 'start',
        }}
      >
        {children}
      </Box>
      {footer !== undefined && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1,
            alignItems: 'center',
            px: 2.5,
            pt: 1.5,
            pb: 'calc(12px + env(safe-area-inset-bottom))',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {footer}
        </Box>
      )}
    </Drawer>
  );
}
