import { runProgram } from './program.mjs';

await runProgram('docs-api');
