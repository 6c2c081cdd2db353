import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { CutText } from '../hint.tsx';
import { PopPanel } from '../pop-panel.tsx';
import { clearFacet, valueText, type FilterFacet } from './facet.ts';
import { FacetEditor } from './facet-editor.tsx';

interface FilterChipProps {
  facet: FilterFacet;
  /** Called after it was cleared, to move the focus. */
  onCleared: () => void;
}

/** An active filter, "Type is EV ×": opens its values, or clears it. */
export function FilterChip({ facet, onCleared }: FilterChipProps) {
  const value = valueText(facet);
  const { label, any, verb = 'is' } = facet;
  const before = [label, verb].filter((part) => part !== '').join(' ');
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        maxWidth: 320,
        height: 28,
        border: 1,
        borderRadius: '14px',
        borderColor: value === null ? 'divider' : 'primary.main',
        bgcolor: 'background.paper',
        fontSize: '0.8125rem',
        pr: value === null ? 0 : 0.25,
        '& > div': { minWidth: 0 },
        '& > div > button': value === null ? undefined : { pr: 0.5 },
      }}
    >
      {facet.kind === 'switch' ? (
        <Box component="span" sx={{ px: 1.25, fontWeight: 600, whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      ) : (
        <PopPanel
          label={`${before} ${value ?? any}`}
          look="plain"
          align="left"
          wide={facet.kind === 'period'}
          text={
            <CutText>
              {before} <b>{value ?? any}</b>
            </CutText>
          }
        >
          <FacetEditor facet={facet} />
        </PopPanel>
      )}
      {value !== null && (
        <IconButton
          aria-label={`Remove the filter ${label}`}
          onClick={() => {
            clearFacet(facet);
            onCleared();
          }}
          sx={{ p: 0, width: 24, height: 24, flex: 'none' }}
        >
          <CloseIcon sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Box>
  );
}
