import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { cardStyle } from '../../components/card-style.ts';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { CutText } from '../../components/hint.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { StoredVerdict } from '../../components/status/verdict-mark.tsx';
import { DispatchTo } from '../dispatch/dispatch-to.tsx';
import { ABOVE_MAP } from './map-tools.tsx';

interface ChosenPlaceProps {
  place: PlaceRow;
  onClose: () => void;
}

/** The chosen place, on the map: its Entity, how its last Command ended, and what can be done with it. */
export function ChosenPlace({ place, onClose }: ChosenPlaceProps) {
  const { entityId, entityName, entityType, label, outcome } = place;
  const { data } = useQuery(query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }));
  return (
    <Box
      component="section"
      aria-label="Chosen place"
      sx={{
        ...cardStyle,
        position: 'absolute',
        zIndex: ABOVE_MAP,
        left: 10,
        bottom: { xs: 52, md: 34 },
        width: 'min(300px, calc(100% - 20px))',
        p: 1.25,
        display: 'grid',
        gap: 1,
        fontSize: '0.8125rem',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <EntityTypeIcon type={entityType} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ fontWeight: 600 }}>
            <CutText>{entityName ?? shortId(entityId)}</CutText>
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
            <CutText>
              {typeLabel(entityType)} · {label ?? 'No label'}
            </CutText>
          </Box>
        </Box>
        <IconButton aria-label="Close the card" onClick={onClose}>
          <CloseIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box component="span" sx={{ flex: 1 }}>
          {outcome === null ? 'No Command known' : <StoredVerdict verdict={outcome} />}
        </Box>
        <LinkButton
          to="/entities/$entityId"
          params={{ entityId }}
          variant="outlined"
          color="inherit"
          aria-label={`Open ${entityName ?? shortId(entityId)}`}
        >
          Open
        </LinkButton>
        <DispatchTo collectives={data?.entity.collectives ?? []} />
      </Box>
    </Box>
  );
}
