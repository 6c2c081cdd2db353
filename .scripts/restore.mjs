import { runProgram } from './program.mjs';

await runProgram('restore');
