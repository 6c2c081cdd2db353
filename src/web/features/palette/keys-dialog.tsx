import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { MONO } from '../../theme/theme.ts';

const KEYS = [
  ['Ctrl K or ⌘ K', 'Find anything: pages, Collectives, Entities, batches, actions'],
  ['/', 'Go to the page’s search field'],
  ['Paste an id', 'Find it, from anywhere but a text field'],
  ['?', 'Show these keys'],
  ['↑ ↓ Enter', 'Select in a list and open'],
  ['← → Home End', 'Move along tabs'],
  ['Escape', 'Close dialogs and panels'],
] as const;

/** The keyboard shortcuts of the console. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const narrow = useNarrow();
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="xs"
      aria-labelledby="keys-title"
    >
      <DialogTitle id="keys-title" sx={{ fontSize: '1rem', pb: 1 }}>
        Keys
      </DialogTitle>
      <DialogContent>
        <FactList label="Keys and what they do">
          {KEYS.map(([key, description]) => (
            <Fact key={key} name={key}>
              {description}
            </Fact>
          ))}
        </FactList>
        <Box sx={{ mt: 2, color: 'text.secondary', fontSize: '0.8125rem' }}>
          Enter never confirms a dangerous action: press Space on its button, or click it.{' '}
          <Box component="span" sx={{ fontFamily: MONO }}>
            Tab
          </Box>{' '}
          reaches everything.
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
