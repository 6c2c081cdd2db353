import path from 'node:path';

/** What the bundler says of a module when it divides the code into files. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const VIEWS = {
  entry: 'src/web/main.tsx',
  signIn: 'src/web/start-sign-in.tsx',
  frame: 'src/web/features/frame/app-frame.tsx',
  collectives: 'src/web/features/directory/collectives-page.tsx',
  service: 'src/web/api/service-client.ts',
} as const;
const ENTRIES = new Set([path.resolve(VIEWS.entry), path.resolve(VIEWS.signIn)]);
type View = keyof typeof VIEWS;

/** What pages with a list have in common: filters, menus, marks, and how the directory is asked. */
const PARTS =
  /[\\/](?:src[\\/](?:web[\\/](?:components|api|theme)|contract|domain|lib)|icons-material|material[\\/]IconButton)[\\/]/;

/** What routes have in common: most of them keep their state in the address. */
const ROUTE_PARTS = /[\\/]src[\\/]web[\\/]routes[\\/]-use-/;

/** What answers are checked by. */
const SCHEMAS = /[\\/]src[\\/]contract[\\/]/;

/** Imports far more than anybody uses of it, such as text fields. */
const BARREL = /@mui[\\/]material[\\/]styles[\\/]index\.mjs$/;

/** What is used of it: the theme, which every page has. */
const THEMES = /@mui[\\/]material[\\/]styles[\\/]/;

/** Queries of several pages at once; the package names them beside all others. */
const MANY_QUERIES = /(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/;

/** The modules that one imports statically, itself included. */
function reached(from: string, modules: Modules): ReadonlySet<string> {
  if (modules.getModuleInfo(from) === null) throw new Error(`There is no module ${from}`);
  const found = new Set([from]);
  // A set that grows while it is walked is walked to its new end.
  for (const id of found) {
    if (BARREL.test(id)) continue;
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Groups of modules by who loads them: everybody, as the sign-in page does (`packages`, `early`), every page but that
 * one (`console-packages`, `console`, `frame`), pages with lists (`lists`), those that ask the Service (`service`),
 * most pages (`shared`). The sign-in page loads nothing of those behind it.
 */
export function sharedCode() {
  const known = new Map<View, ReadonlySet<string>>();
  const isOf = (view: View, id: string, modules: Modules): boolean => {
    const ids = known.get(view) ?? reached(path.resolve(VIEWS[view]), modules);
    known.set(view, ids);
    return ids.has(id);
  };
  const name = (id: string, modules: Modules): string | null => {
    // An entry runs wherever its file is loaded.
    if (ENTRIES.has(id)) return null;
    const [signIn, entry] = [isOf('signIn', id, modules), isOf('entry', id, modules)];
    const frame = isOf('frame', id, modules) || ROUTE_PARTS.test(id);
    // What the sign-in page has for itself is in its own file.
    if (signIn) return entry || frame || isOf('collectives', id, modules) ? 'early' : null;
    if (entry) return 'console';
    if (frame) return 'frame';
    if (isOf('collectives', id, modules) && PARTS.test(id)) return 'lists';
    // Half of the pages ask the Service itself; the Collectives do not.
    const service = isOf('service', id, modules) && !isOf('collectives', id, modules);
    return service ? 'service' : null;
  };
  return [
    { name: 'queries', test: MANY_QUERIES, priority: 2, includeDependenciesRecursively: false },
    {
      // Packages change rarely. The sign-in page loads those that it needs itself.
      name: (id: string, modules: Modules) => {
        if (THEMES.test(id) || name(id, modules) === 'early') return 'packages';
        return isOf('signIn', id, modules) ? null : 'console-packages';
      },
      test: /node_modules/,
      tags: ['$initial' as const],
      priority: 1,
      includeDependenciesRecursively: false,
    },
    { name, includeDependenciesRecursively: false },
    {
      name: (id: string, modules: Modules) => {
        // Schemas are large for what they are: most pages do not load those that a few check by.
        const schema = SCHEMAS.test(id) && !isOf('collectives', id, modules);
        return schema || isOf('signIn', id, modules) ? null : 'shared';
      },
      test: /[\\/]src[\\/]/,
      minShareCount: 12,
    },
  ];
}
