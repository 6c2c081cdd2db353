import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMutation } from '@tanstack/react-query';
import { OVERVIEW_ROUTES, type Attention } from '../../../contract/console/overview.ts';
import { formatNumber } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { CutText } from '../../components/hint.tsx';
import { toneColor, toneGround } from '../../theme/status.ts';
import { attentionText } from './attention-text.tsx';
import { useZone } from '../../theme/preferences.ts';

interface AttentionCardProps {
  attention: readonly Attention[];
  /** Whether all Entities were checked. */
  isComplete: boolean;
}

/** Items for an operator's attention, each with its one action; each can be hidden from everyone for a day. */
export function AttentionCard({ attention, isComplete }: AttentionCardProps) {
  const { allowed } = usePermission('dismiss-attention');
  const hiding = useMutation(mutation(OVERVIEW_ROUTES.dismissAttention));
  return (
    <Card
      title="Needs attention"
      note={attention.length > 0 ? formatNumber(attention.length) : null}
      fills
    >
      {hiding.isError && <ErrorPanel what="It was not hidden" error={hiding.error} />}
      {attention.length === 0 && (
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {isComplete ? 'Nothing stands out.' : 'The Entities are being checked.'}
        </Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {attention.map((item) => (
          <Row
            key={item.key}
            item={item}
            onHide={allowed ? () => hiding.mutate({ body: { key: item.key } }) : null}
            isHiding={hiding.isPending && hiding.variables.body.key === item.key}
          />
        ))}
      </Box>
    </Card>
  );
}

interface RowProps {
  item: Attention;
  /** Null: the operator may not. */
  onHide: (() => void) | null;
  isHiding: boolean;
}

function Row({ item, onHide, isHiding }: RowProps) {
  const { tone, mark, title, detail, action } = attentionText(item, useZone());
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '24px minmax(0, 1fr) auto auto',
        columnGap: 1.25,
        alignItems: 'center',
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0, pt: 0 },
      }}
    >
      <Box
        aria-hidden="true"
        sx={{
          width: 24,
          height: 24,
          borderRadius: 0.5,
          display: 'grid',
          placeItems: 'center',
          fontWeight: 600,
          color: toneColor(tone),
          background: toneGround({ tone, look: 'soft' }),
        }}
      >
        {mark}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 500 }}>
          <CutText lines={2}>{title}</CutText>
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <CutText lines={2}>{detail}</CutText>
        </Box>
      </Box>
      {action}
      {onHide !== null && (
        <Tooltip title="Hide for a day, for everyone; it returns earlier if its cause changes">
          <IconButton
            aria-label={`Hide for a day: ${title}`}
            onClick={onHide}
            loading={isHiding}
            sx={{ mr: -0.75, color: 'text.secondary' }}
          >
            <VisibilityOffIcon sx={{ fontSize: 16 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
