import { ensureInstalled, requireNode } from './prepare.mjs';
import { runChecks } from './checks.mjs';

requireNode();
ensureInstalled();
const { failed } = await runChecks();
process.exitCode = failed > 0 ? 1 : 0;
