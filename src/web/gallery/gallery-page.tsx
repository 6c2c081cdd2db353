import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { STORY_FILES, type StoryFile } from './story-files.ts';
import { StoryFrame } from './story-frame.tsx';

function linkTo(id: string, state?: string): string {
  return `?${new URLSearchParams(state === undefined ? { id } : { id, state }).toString()}`;
}

function StateLinks({ id, stories }: StoryFile) {
  return (
    <Box component="ul" aria-label={`States of ${id}`} sx={{ m: 0 }}>
      {Object.keys(stories.states).map((state) => (
        <li key={state}>
          <Link href={linkTo(id, state)}>{state}</Link>
        </li>
      ))}
    </Box>
  );
}

/** All views, with links to their states. */
function Index() {
  return (
    <Box component="main" sx={{ p: 3 }}>
      <Typography variant="h1">Gallery of states</Typography>
      {STORY_FILES.map((file) => (
        <Box component="section" key={file.id} sx={{ my: 2 }}>
          <Link href={linkTo(file.id)}>{file.id}</Link>
          <StateLinks {...file} />
        </Box>
      ))}
    </Box>
  );
}

/** The states of one view, one below the other. */
function States({ file, only }: { file: StoryFile; only: string | null }) {
  const { states, seed, title, layout } = file.stories;
  if (layout === 'alone' && only === null) return <StateLinks {...file} />;
  const shown = Object.entries(states).filter(([state]) => only === null || state === only);
  return (
    // As tall as the window: axe takes parts of a drawer beyond a short page as invisible.
    <Box component="main" data-view={file.id} sx={{ minHeight: '100dvh' }}>
      {shown.map(([state, draw]) => (
        <Box
          key={state}
          component="section"
          aria-label={`${title}: ${state}`}
          sx={{ p: 2, borderBottom: 1, borderColor: 'divider', minWidth: 0 }}
        >
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {title}: {state}
          </Typography>
          <Suspense>
            <StoryFrame seed={seed} draw={draw} />
          </Suspense>
        </Box>
      ))}
    </Box>
  );
}

/** The view in the address: `id` names a file of stories, `state` one of its states. */
export function GalleryPage({ search }: { search: string }) {
  const asked = new URLSearchParams(search);
  const file = STORY_FILES.find(({ id }) => id === asked.get('id'));
  return file === undefined ? <Index /> : <States file={file} only={asked.get('state')} />;
}
