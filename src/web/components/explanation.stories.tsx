import Typography from '@mui/material/Typography';
import type { Stories } from '../gallery/story.ts';
import { pressed } from '../testing/story-states.tsx';
import { Explanation } from './explanation.tsx';

const about = (
  <Typography variant="h2" component="div" sx={{ display: 'flex', alignItems: 'center' }}>
    Members
    <Explanation about="About members">
      Members are the people who may use a device. The Service lists them, and this console keeps no
      copy.
    </Explanation>
  </Typography>
);

export const stories: Stories = {
  title: 'Explanation',
  states: { closed: () => about, open: () => pressed(about, 'About members') },
};
