import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs';
import { stopWithLauncher } from './launcher.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
stopWithLauncher();
await import('../dist/server/service.js');
