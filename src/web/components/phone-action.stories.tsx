import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Stories } from '../gallery/story.ts';
import { PhoneAction } from './phone-action.tsx';

/** The group represents the page of the action. */
function page(action: ReactNode) {
  return (
    <fieldset aria-label="Rotterdam Delivery Vans">
      <Typography>60 Entities</Typography>
      <PhoneAction>{action}</PhoneAction>
    </fieldset>
  );
}

export const stories: Stories = {
  title: 'Primary action of a page',
  layout: 'alone',
  states: {
    possible: () => page(<Button variant="contained">Dispatch</Button>),
    'not possible': () =>
      page(
        <>
          <Typography id="why" variant="body2" color="textSecondary">
            Your role, viewer, does not include sending Commands.
          </Typography>
          <Button variant="contained" disabled aria-describedby="why">
            Dispatch
          </Button>
        </>,
      ),
  },
};
