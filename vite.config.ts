import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8080';
const passed = Object.fromEntries(
  ['/api', '/auth', '/healthz', '/readyz'].map((path) => [path, { target: server }]),
);

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/web/routes',
      generatedRouteTree: 'src/web/routeTree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
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
            // What most pages share; what one or two of them need stays in their own files.
            {
              name: 'mui',
              test: /node_modules[\\/]@(mui|emotion)[\\/]/,
              priority: 1,
              minShareCount: 4,
            },
            {
              name: 'shared',
              test: /src[\\/](contract|domain|lib|web[\\/](api|theme|components))[\\/]/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: passed },
});
