import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
await import('../dist/server/password-reset.js');
