import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import '../theme/fonts.ts';
import '../theme/base.css';
import { THEMED } from '../theme/theme.ts';
import { GalleryPage } from './gallery-page.tsx';
import { stopTheWorld } from './still-world.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no root element');
const root = createRoot(container);

/** Draws the view in the address, without anything drawn before. */
function draw() {
  const { search } = window.location;
  stopTheWorld();
  root.render(
    <ThemeProvider {...THEMED}>
      <CssBaseline />
      <GalleryPage key={search} search={search} />
    </ThemeProvider>,
  );
}

draw();
window.addEventListener('popstate', draw);
