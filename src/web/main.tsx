import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { nameMissingCode } from './api/page-code.ts';
import { createConsole } from './router.tsx';
import './theme/fonts.ts';
import './theme/base.css';
import './theme/generated-theme-vars.css';
import './theme/color-mode.ts';
import { theme } from './theme/theme.ts';

// In production the rules go into empty style elements, which the content security policy allows by hash.
const styles = createCache({ key: 'gh', speedy: import.meta.env.PROD });
window.addEventListener('vite:preloadError', nameMissingCode);
const { router, queryClient } = createConsole();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  </StrictMode>,
);
