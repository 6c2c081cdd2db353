import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes beside the built page which chunk holds which modules and imports which other ones; Vite's
 * manifest leaves the modules out.
 */
export function webManifest(): Plugin {
  const own = (id: string) => path.relative('.', id).replaceAll(path.sep, '/');
  return {
    name: 'web-manifest',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const chunks = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map(({ fileName, isEntry, facadeModuleId, imports, modules }) => ({
          file: fileName,
          isEntry,
          facade: facadeModuleId === null ? null : own(facadeModuleId),
          imports,
          modules: Object.keys(modules).map(own),
        }));
      await writeFile(`${dir}-manifest.json`, JSON.stringify(chunks));
    },
  };
}
