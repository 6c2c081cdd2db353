import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
await ensureBuilt();
console.log('Built into dist/.');
