import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { BatchRow } from '../../../contract/console/batch.ts';
import { formatNumber } from '../../../domain/format.ts';
import { cardStyle } from '../../components/card-style.ts';
import { VERDICT_ICONS } from '../../components/status/status-icons.ts';
import { toneColor, toneGround, VERDICT_STYLES } from '../../theme/status.ts';
import { groupByCause, isUrgent, type CauseGroup } from './batch-groups.ts';

interface BatchCausesProps {
  rows: readonly BatchRow[];
  /** Whether all groups are open at first: the rows were filtered to few. */
  open: boolean;
  renderRows: (rows: readonly BatchRow[], group: CauseGroup) => ReactNode;
}

/** Rows drawn of a group until all are asked for. */
const SHOWN = 20;

/** The rows grouped by what the devices say, failures on top. */
export function BatchCauses({ rows, open, renderRows }: BatchCausesProps) {
  const groups = useMemo(() => groupByCause(rows), [rows]);
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {groups.map((group) => (
        <Cause
          key={group.key}
          group={group}
          atFirst={open || groups.length === 1 || isUrgent(group)}
          renderRows={renderRows}
        />
      ))}
    </Box>
  );
}

interface CauseProps {
  group: CauseGroup;
  atFirst: boolean;
  renderRows: BatchCausesProps['renderRows'];
}

function Cause({ group, atFirst, renderRows }: CauseProps) {
  const id = useId();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [all, setAll] = useState(false);
  const open = asked ?? atFirst;
  const { rows } = group;
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <section aria-label={group.title}>
      <CauseHead group={group} open={open} bodyId={id} onToggle={() => setAsked(!open)} />
      <Box id={id} hidden={!open} sx={{ mt: open ? 0.5 : 0, pb: open ? 1 : 0 }}>
        {open && renderRows(shown, group)}
        {open && rows.length > shown.length && (
          <Button color="inherit" onClick={() => setAll(true)} sx={{ mt: 0.5 }}>
            Show all {formatNumber(rows.length)}
          </Button>
        )}
      </Box>
    </section>
  );
}

interface CauseHeadProps {
  group: CauseGroup;
  open: boolean;
  bodyId: string;
  onToggle: () => void;
}

function CauseHead({ group, open, bodyId, onToggle }: CauseHeadProps) {
  const { verdict, title, description, differs, rows } = group;
  const style = VERDICT_STYLES[verdict];
  const Icon = VERDICT_ICONS[verdict];
  return (
    <Box component="h3" sx={{ m: 0, font: 'inherit' }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={onToggle}
        sx={{
          ...cardStyle,
          width: '100%',
          minHeight: 40,
          px: 1.25,
          py: 0.75,
          gap: 1,
          justifyContent: 'flex-start',
          textAlign: 'left',
          fontSize: '0.8125rem',
          '&:hover': { borderColor: 'text.secondary' },
        }}
      >
        <ExpandMoreIcon
          sx={{
            fontSize: 18,
            color: 'text.secondary',
            transform: open ? 'none' : 'rotate(-90deg)',
          }}
        />
        <Icon sx={{ fontSize: 16, color: toneColor(style.tone) }} />
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            <bdi>{title}</bdi>
          </Box>
          {(description !== null || differs) && (
            <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
              {description === null ? 'details differ per device' : <bdi>{description}</bdi>}
            </Box>
          )}
        </Box>
        <Box
          component="span"
          sx={{
            flex: 'none',
            px: 1,
            borderRadius: 99,
            lineHeight: '22px',
            fontWeight: 500,
            fontVariantNumeric: 'tabular-nums',
            color: toneColor(style.tone),
            background: toneGround(style),
          }}
        >
          {formatNumber(rows.length)}
        </Box>
      </ButtonBase>
    </Box>
  );
}
