import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { basemap } from './.config/basemap.ts';
import { compressedTwins } from './.config/compressed-twins.ts';
import { pageCode } from './.config/page-code.ts';

const server = 'http://127.0.0.1:8080';
const passed = Object.fromEntries(
  ['/api', '/auth', '/healthz', '/readyz'].map((path) => [path, { target: server }]),
);

/** `/dev/gallery` leads to the gallery of states, in development alone. */
const gallery: Plugin = {
  name: 'gridhelm:gallery',
  configureServer({ middlewares }) {
    middlewares.use('/dev/gallery', (request, response) => {
      const { search } = new URL(request.url ?? '/', 'http://localhost');
      response.writeHead(302, { Location: `/src/web/gallery/index.html${search}` }).end();
    });
  },
};

export default defineConfig({
  plugins: [
    gallery,
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/web/routes',
      generatedRouteTree: 'src/web/routeTree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    basemap(),
    pageCode(),
    compressedTwins(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 3,
            },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 2 },
            // Calendars come with the pages that reckon with days.
            {
              name: 'time',
              test: /node_modules[\\/]temporal-|src[\\/]domain[\\/](time|wall-clock)\.ts/,
              priority: 2,
            },
            // What most pages share; what one or two of them need stays in their own files.
            {
              name: 'mui',
              test: /node_modules[\\/]@(emotion|mui[\\/](system|utils|styled-engine|private-theming|material[\\/](styles|utils|colors|Box|Button|ButtonBase|BottomNavigation|BottomNavigationAction|CssBaseline|IconButton|Link|Skeleton|SvgIcon|Typography|useMediaQuery)))[\\/]/,
              priority: 2,
            },
            // Dialogs and fields are loaded when the first of them is opened.
            {
              name: 'mui-more',
              test: /node_modules[\\/]@mui[\\/]material[\\/]/,
              priority: 1,
              minShareCount: 8,
            },
            {
              name: 'shared',
              // Sums of sessions reckon with days too.
              test: /src[\\/](contract|domain(?![\\/]session-maths)|lib|web[\\/](api|theme|components(?![\\/](text-input|reading-state|confirm-dialog|data-table|fact-list))))[\\/]/,
              minShareCount: 8,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: passed },
});
