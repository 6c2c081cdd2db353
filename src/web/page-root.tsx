import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { nameMissingCode } from './api/page-code.ts';
import './theme/fonts.ts';
import './theme/base.css';
import './theme/generated-theme-vars.css';
import './theme/color-mode.ts';
import { theme } from './theme/theme.ts';

/** Draws a part of the console in place of the one before. */
export type Draw = (part: ReactNode) => void;

/** Takes the document's root element and its styles. @returns draws in it */
export function takeRoot(): Draw {
  // In production the rules go into empty style elements, which the content security policy allows by hash.
  const styles = createCache({ key: 'gh', speedy: import.meta.env.PROD });
  window.addEventListener('vite:preloadError', nameMissingCode);
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no root element');
  const root = createRoot(element);
  return (part) =>
    root.render(
      <StrictMode>
        <CacheProvider value={styles}>
          <ThemeProvider theme={theme}>
            <CssBaseline />
            {part}
          </ThemeProvider>
        </CacheProvider>
      </StrictMode>,
    );
}
