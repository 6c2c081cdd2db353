import Box from '@mui/material/Box';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';

const KEYS = [
  ['Ctrl K or ⌘ K', 'Find anything: pages, Collectives, Entities, batches, actions'],
  ['/', 'Go to the page’s search field'],
  ['Paste an id', 'Find it, from anywhere but a text field'],
  ['?', 'Show these keys'],
  ['↑ ↓ Enter', 'Select in a list and open'],
  ['← → Home End', 'Move along tabs'],
  ['Escape', 'Close dialogs and panels'],
  ['Tab', 'Reaches everything'],
] as const;

/** The keyboard shortcuts of the console. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <PlainDialog title="Keys" maxWidth="xs" onClose={onClose}>
      <FactList label="Keys and what they do">
        {KEYS.map(([key, description]) => (
          <Fact key={key} name={key}>
            {description}
          </Fact>
        ))}
      </FactList>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        Enter never confirms a dangerous action: press Space on its button, or click it.
      </Box>
    </PlainDialog>
  );
}
