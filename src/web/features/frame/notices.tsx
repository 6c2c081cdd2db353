import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useLocation } from '@tanstack/react-router';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Live } from '../../components/live.tsx';
import { endMessage } from './running.ts';

/** Maximum number shown; older ones are removed. */
const SHOWN = 3;

interface NoticesProps {
  /** Batches that ended, oldest first. */
  ended: readonly BatchSummary[];
  onDismiss: (id: string) => void;
}

/** Announces on every page that a batch has ended, except on the batch's own page. */
export function Notices({ ended, onDismiss }: NoticesProps) {
  const { pathname } = useLocation();
  const shown = ended.filter(({ id }) => !pathname.startsWith(`/batches/${id}`)).slice(-SHOWN);
  return (
    <Live
      sx={{
        position: 'fixed',
        right: 16,
        bottom: { xs: 'calc(72px + env(safe-area-inset-bottom))', sm: 16 },
        zIndex: 1200,
        width: 'min(360px, calc(100vw - 32px))',
      }}
    >
      {shown.map((batch) => {
        const { title, detail } = endMessage(batch);
        return (
          <Box
            key={batch.id}
            sx={{
              display: 'flex',
              gap: 1,
              alignItems: 'flex-start',
              mt: 1,
              pl: 1.5,
              py: 0.75,
              pr: 0.5,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              boxShadow: 3,
              bgcolor: 'background.paper',
              fontSize: '0.8125rem',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, py: 0.5 }}>
              <AppLink
                to="/batches/$dispatchId"
                params={{ dispatchId: batch.id }}
                onClick={() => onDismiss(batch.id)}
                sx={{ fontWeight: 600 }}
              >
                {title}
              </AppLink>
              <Box sx={{ color: 'text.secondary' }}>{detail}</Box>
            </Box>
            <IconButton
              size="small"
              aria-label={`Dismiss: ${title}`}
              onClick={() => onDismiss(batch.id)}
            >
              <CloseIcon sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
        );
      })}
    </Live>
  );
}
