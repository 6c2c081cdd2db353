import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { Attention, DismissedAttention } from '../../../contract/console/overview.ts';
import { formatNumber } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { Card } from '../../components/card.tsx';
import { CutText } from '../../components/hint.tsx';
import { toneColor, toneGround } from '../../theme/status.ts';
import { attentionText } from './attention-text.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { DismissedDialog } from './dismissed-dialog.tsx';
import { useWholeItems, wholeItems } from './use-whole-items.ts';

interface AttentionCardProps {
  attention: readonly Attention[];
  dismissed: readonly DismissedAttention[];
  /** Whether all Entities were checked. */
  isComplete: boolean;
}

/** Items for an operator's attention, each with its one action; a dismissal needs a reason. */
export function AttentionCard({ attention, dismissed, isComplete }: AttentionCardProps) {
  const { allowed } = usePermission('dismiss-attention');
  const [chosen, setChosen] = useState<Attention | null>(null);
  const [isListed, setListed] = useState(false);
  return (
    <Card
      title="Needs attention"
      note={attention.length > 0 ? formatNumber(attention.length) : null}
      aside={
        dismissed.length > 0 && (
          <Link component="button" variant="body2" onClick={() => setListed(true)}>
            {formatNumber(dismissed.length)} dismissed
          </Link>
        )
      }
      fills
    >
      {attention.length === 0 ? (
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {isComplete ? 'Nothing stands out.' : 'The Entities are being checked.'}
        </Box>
      ) : (
        <Rows attention={attention} onDismiss={allowed ? setChosen : null} />
      )}
      {chosen !== null && <DismissDialog attention={chosen} onClose={() => setChosen(null)} />}
      {isListed && (
        <DismissedDialog
          dismissed={dismissed}
          canRestore={allowed}
          onClose={() => setListed(false)}
        />
      )}
    </Card>
  );
}

interface RowsProps {
  attention: readonly Attention[];
  /** Null: the operator may not. */
  onDismiss: ((item: Attention) => void) | null;
}

/** The items that fit whole, and the others on demand: one cut in half would look like the end. */
function Rows({ attention, onDismiss }: RowsProps) {
  const [list, hidden] = useWholeItems(attention.length);
  const [isWhole, setWhole] = useState(false);
  const shown = attention.length - (isWhole ? 0 : hidden);
  return (
    <Box sx={isWhole ? undefined : { height: { md: 1 }, display: 'flex', flexDirection: 'column' }}>
      <Box
        component="ul"
        ref={isWhole ? null : list}
        sx={[{ m: 0, p: 0, listStyle: 'none' }, !isWhole && wholeItems]}
      >
        {attention.map((item, at) => (
          <Row
            key={item.key}
            item={item}
            isHidden={at >= shown}
            onDismiss={onDismiss === null ? null : () => onDismiss(item)}
          />
        ))}
      </Box>
      {(isWhole || hidden > 0) && (
        <Link
          component="button"
          variant="body2"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          sx={{ alignSelf: 'start', flex: 'none', minHeight: 24 }}
        >
          {isWhole ? 'Show fewer' : `${formatNumber(hidden)} more`}
        </Link>
      )}
    </Box>
  );
}

interface RowProps {
  item: Attention;
  /** It does not fit; it stays in place, so that its height can be measured. */
  isHidden: boolean;
  /** Null: the operator may not. */
  onDismiss: (() => void) | null;
}

function Row({ item, isHidden, onDismiss }: RowProps) {
  const { tone, mark, title, detail, action } = attentionText(item);
  return (
    <Box
      component="li"
      style={{ visibility: isHidden ? 'hidden' : undefined }}
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
      {onDismiss === null ? (
        <span />
      ) : (
        <Tooltip title="Dismiss">
          <IconButton
            size="small"
            aria-label={`Dismiss: ${title}`}
            onClick={onDismiss}
            sx={{ mr: -0.75, color: 'text.secondary' }}
          >
            <CloseIcon sx={{ fontSize: 16 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
