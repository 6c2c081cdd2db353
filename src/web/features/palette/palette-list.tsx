import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import type { Destination, PaletteOption } from './palette-options.ts';

interface PaletteListProps {
  options: readonly PaletteOption[];
  onChoose: (to: Destination) => void;
}

/** The results by kind; Enter in the text field opens the first one. */
export function PaletteList({ options, onChoose }: PaletteListProps) {
  const groups = [...new Set(options.map(({ group }) => group))];
  const [first] = options;
  return (
    <Box sx={{ overflowY: 'auto', maxHeight: { xs: 'none', sm: '50vh' }, py: 0.5 }}>
      {groups.map((group) => (
        <Box key={group} component="section" aria-label={group}>
          <Box
            aria-hidden="true"
            sx={{ px: 2, pt: 1, pb: 0.25, fontSize: '0.75rem', color: 'text.secondary' }}
          >
            {group}
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {options
              .filter((option) => option.group === group)
              .map((option) => (
                <li key={option.key}>
                  <ButtonBase
                    data-option=""
                    onClick={() => onChoose(option.to)}
                    sx={{
                      width: '100%',
                      gap: 1,
                      justifyContent: 'space-between',
                      textAlign: 'left',
                      minHeight: 36,
                      px: 2,
                      bgcolor: option === first ? 'action.hover' : 'transparent',
                      '&:hover, &:focus-visible': { bgcolor: 'action.selected' },
                      '&:focus-visible': { outlineOffset: -2 },
                    }}
                  >
                    <span>
                      {option.label}
                      {option.batch !== undefined && (
                        <Box
                          component="span"
                          sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}
                        >
                          {' '}
                          <DateTimeText instant={option.batch.createdAt} />
                        </Box>
                      )}
                    </span>
                    {option.batch !== undefined && <OutcomeBar batch={option.batch} compact />}
                    {option.detail !== null && (
                      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                        {option.detail}
                      </Box>
                    )}
                  </ButtonBase>
                </li>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
