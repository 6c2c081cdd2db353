import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import '../theme/base.css';
import { MODE_KEY, theme } from '../theme/theme.ts';
import { GalleryPage } from './gallery-page.tsx';
import { stopTheWorld } from './still-world.ts';

stopTheWorld();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

createRoot(root).render(
  <ThemeProvider theme={theme} modeStorageKey={MODE_KEY} noSsr>
    <CssBaseline />
    <GalleryPage search={window.location.search} />
  </ThemeProvider>,
);
