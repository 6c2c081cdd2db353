import CloseIcon from '@mui/icons-material/Close';
import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { formatNumber, shortId, typeLabel } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { cardStyle } from '../../components/card.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { CutText } from '../../components/hint.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { StoredVerdict } from '../../components/status/status-mark.tsx';
import { DispatchTo } from '../dispatch/dispatch-to.tsx';
import type { Group } from './groups.ts';

/** Above Leaflet's panes and controls; the map around it has an order of stacking apart. */
const ABOVE_MAP = 1001;

const onMap = {
  position: 'absolute',
  zIndex: ABOVE_MAP,
  ...cardStyle,
} as const;

const besideView = {
  ...onMap,
  right: 10,
  top: 10,
  p: 1,
  maxHeight: 'calc(100% - 48px)',
  overflowY: 'auto',
} as const;

/** Fits the view to the places, under the buttons that zoom. */
export function FitButton({ onFit }: { onFit: () => void }) {
  return (
    <Tooltip title="Fit the view" placement="right">
      <IconButton
        aria-label="Fit the view"
        onClick={onFit}
        sx={{ ...onMap, left: 10, top: 84, borderRadius: 0.75, color: 'text.primary' }}
      >
        <ZoomOutMapIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Tooltip>
  );
}

interface MapKeyProps {
  by: 'type' | 'outcome';
  groups: readonly Group[];
  /** Below the map; on it, open; or on it behind a button, if it would cover what it explains. */
  place: 'below' | 'open' | 'button';
  onBy: (by: 'type' | 'outcome') => void;
}

/** What the colours mean, and the choice of their meaning. */
export function MapKey({ by, groups, place, onBy }: MapKeyProps) {
  const key = (
    <>
      <ChoiceChips
        label="Colour by"
        choices={[
          { value: 'type', label: 'Type' },
          { value: 'outcome', label: 'Last outcome' },
        ]}
        value={by}
        onChange={(value) => onBy(value === 'outcome' ? 'outcome' : 'type')}
        required
      />
      <MapLegend groups={groups} wrapped={place === 'below'} />
    </>
  );
  if (place === 'button') {
    return (
      <Box sx={{ ...onMap, border: 0, right: 10, top: 10 }}>
        <PopPanel label="Legend">{key}</PopPanel>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, ...(place === 'below' ? {} : besideView) }}>{key}</Box>
  );
}

interface MapLegendProps {
  groups: readonly Group[];
  /** Whether the groups stand beside each other. */
  wrapped: boolean;
}

/** The colours and marks of the map, with the Entities of each and their places in brackets. */
export function MapLegend({ groups, wrapped }: MapLegendProps) {
  if (groups.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Legend of the map"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: wrapped ? 'flex' : 'grid',
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 0.5,
        fontSize: '0.75rem',
      }}
    >
      {groups.map((group) => (
        <Box
          component="li"
          key={group.label}
          sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={{
              flex: 'none',
              width: group.mark.length > 1 ? 24 : 20,
              height: group.mark.length > 1 ? 24 : 20,
              boxSizing: 'border-box',
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              border: '2px solid',
              borderColor: group.color,
              fontSize: '0.625rem',
              fontWeight: 600,
            }}
          >
            {group.mark}
          </Box>
          {group.label}
          <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', pl: 1 }}>
            {formatNumber(group.entities)}
            {group.count !== group.entities && ` (${formatNumber(group.count)})`}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The chosen place, on the map: its Entity, how its last Command ended, and what can be done with it. */
export function ChosenPlace({ place, onClose }: { place: PlaceRow; onClose: () => void }) {
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
