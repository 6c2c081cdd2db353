import { runProgram } from './program.mjs';

await runProgram('audit-verify');
