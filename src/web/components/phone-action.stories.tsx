import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Stories } from '../gallery/story.ts';
import { PhoneAction } from './phone-action.tsx';

export const stories: Stories = {
  title: 'Primary action of a page',
  layout: 'alone',
  states: {
    possible: () => (
      <PhoneAction>
        <Button variant="contained">Dispatch</Button>
      </PhoneAction>
    ),
    'not possible': () => (
      <PhoneAction>
        <Typography id="why" variant="body2" color="textSecondary">
          Your role, viewer, does not include sending Commands.
        </Typography>
        <Button variant="contained" disabled aria-describedby="why">
          Dispatch
        </Button>
      </PhoneAction>
    ),
  },
};
