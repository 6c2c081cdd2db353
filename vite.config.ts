import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { basemap } from './.config/basemap.ts';
import { compressedTwins } from './.config/compressed-twins.ts';

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
  // Found from wherever it is served: a proxy may serve the console under a path.
  base: './',
  plugins: [gallery, react(), basemap(), compressedTwins()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // The Content-Security-Policy takes no font from a data: address.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // Every browser of the target knows rel="modulepreload".
    modulePreload: { polyfill: false },
    // The first load has a budget: e2e/integration/first-load.test.ts reads the manifest.
    manifest: true,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Pages split by route. What most of them need is in three files, as many small ones compress badly.
          groups: [
            {
              name: 'vendor',
              test: /node_modules|preload-helper/,
              tags: ['$initial'],
              priority: 3,
            },
            { name: 'start', test: /src[\\/]/, tags: ['$initial'], priority: 0 },
            { name: 'frame', test: /features[\\/]frame[\\/]app-frame/, priority: 2 },
            { name: 'lists', test: /features[\\/]directory[\\/]collectives-page/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: passed },
});
