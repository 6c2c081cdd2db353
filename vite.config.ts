import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { basemap } from './.config/basemap.ts';
import { compressedTwins } from './.config/compressed-twins.ts';
import { pageCode } from './.config/page-code.ts';
import { sharedCode } from './.config/shared-code.ts';
import { unusedParts } from './.config/unused-parts.ts';
import { webManifest } from './.config/web-manifest.ts';

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
    unusedParts(),
    basemap(),
    pageCode(),
    compressedTwins(),
    webManifest(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // The Content-Security-Policy takes no font from a data: address.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // Every browser of the target knows rel="modulepreload".
    modulePreload: { polyfill: false },
    // First loads have budgets: src/bench/first-load.ts.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // A visitor who is signed out gets a page without the router and the query cache.
      input: ['index.html', 'sign-in.html'],
      output: {
        // Pages split by route; the rest would be many small files.
        codeSplitting: {
          groups: [
            // Pages with rows share the table; the sign-in page has none.
            {
              name: 'table',
              test: /[\\/]components[\\/]table[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Half of the pages calculate with days, neither the sign-in page nor the Collectives do.
            { name: 'time', test: /[\\/](?:domain[\\/]time\.ts|temporal-polyfill)/, priority: 2 },
            ...sharedCode(),
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: passed },
});
