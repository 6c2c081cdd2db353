import MyLocationIcon from '@mui/icons-material/MyLocationOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { MAP_EDGE, validCoordinates } from '../../../domain/places.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { StoredVerdict } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

interface PlaceListRowProps {
  row: PlaceRow;
  onShow: (place: PlaceRow) => void;
}

const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** A place in the list beside the map: its Entity, then what and where it is. */
export function PlaceListRow({ row, onShow }: PlaceListRowProps) {
  const name = row.entityName ?? shortId(row.entityId);
  const valid = validCoordinates(row.latitude, row.longitude);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 0.75,
        pl: 1.25,
        pr: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <EntityTypeIcon type={row.entityType} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
          <AppLink
            to="/entities/$entityId"
            params={{ entityId: row.entityId }}
            search={{ tab: 'locations', location: row.id }}
            color="textPrimary"
            underline="hover"
            sx={{ ...cut, fontWeight: 500 }}
          >
            {name}
          </AppLink>
          <Box component="span" sx={{ ml: 'auto', flex: 'none' }}>
            {row.outcome !== null && <StoredVerdict verdict={row.outcome} />}
          </Box>
        </Box>
        <Box sx={{ ...cut, color: 'text.secondary', fontSize: '0.75rem' }}>
          {typeLabel(row.entityType)} · {row.label ?? 'No label'}
          {(!valid || Math.abs(row.latitude) > MAP_EDGE) && (
            <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
              {' '}
              · {valid ? 'Beyond the map' : 'Outside the valid range'}: {row.latitude},{' '}
              {row.longitude}
            </Box>
          )}
        </Box>
      </Box>
      {valid && (
        <Tooltip
          title={
            <>
              {row.latitude}, {row.longitude}, read <RelativeTimeText instant={row.knownAt} />. Show
              on the map
            </>
          }
        >
          <IconButton aria-label={`Show ${name} on the map`} onClick={() => onShow(row)}>
            <MyLocationIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
