import { runProgram } from './program.mjs';

await runProgram('world-from-csv');
