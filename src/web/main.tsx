import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { nameMissingCode } from './api/missing-code.ts';
import { pageOperator } from './api/page-operator.ts';
import { AnotherOperator } from './features/session/another-operator.tsx';
import { createConsole } from './router.tsx';
import './theme/fonts.ts';
import './theme/base.css';
import { THEMED } from './theme/theme.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no root element');
const root = createRoot(element);
// In production the rules go into empty style elements, which the content security policy allows by hash.
const styles = createCache({ key: 'gh', speedy: import.meta.env.PROD });
window.addEventListener('vite:preloadError', nameMissingCode);

function draw(part: ReactNode): void {
  root.render(
    <StrictMode>
      <CacheProvider value={styles}>
        <ThemeProvider {...THEMED}>
          <CssBaseline />
          {part}
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>,
  );
}

const { router, queryClient } = createConsole((thrown) => {
  // In place of everything: what is no longer on screen can neither act nor be seen.
  queryClient.clear();
  draw(<AnotherOperator name={pageOperator()?.name ?? ''} error={thrown} />);
});
draw(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
