import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { cardStyle } from '../../components/card-style.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import type { Group } from './groups.ts';
import { MapLegend } from './map-legend.tsx';

/** Above Leaflet's panes and controls; the map around it has an order of stacking apart. */
export const ABOVE_MAP = 1001;

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
export function MapKey({ place, ...props }: MapKeyProps) {
  if (place === 'button') {
    return (
      <Box sx={{ ...onMap, border: 0, right: 10, top: 10 }}>
        <PopPanel label="Legend">
          <KeyContent {...props} wrapped={false} />
        </PopPanel>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, ...(place === 'below' ? {} : besideView) }}>
      <KeyContent {...props} wrapped={place === 'below'} />
    </Box>
  );
}

type KeyContentProps = Omit<MapKeyProps, 'place'> & { wrapped: boolean };

function KeyContent({ by, groups, wrapped, onBy }: KeyContentProps) {
  return (
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
      <MapLegend groups={groups} wrapped={wrapped} />
    </>
  );
}
