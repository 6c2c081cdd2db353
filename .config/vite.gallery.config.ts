import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of states, built for the browser tests; it is no part of the console that is served. */
export default defineConfig({
  root: new URL('../src/web/gallery', import.meta.url).pathname,
  base: './',
  publicDir: new URL('../public', import.meta.url).pathname,
  plugins: [react()],
  build: {
    outDir: new URL('../dist/gallery', import.meta.url).pathname,
    emptyOutDir: true,
    minify: false,
    target: 'es2023',
    chunkSizeWarningLimit: 10_000,
  },
});
