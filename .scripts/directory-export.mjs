import { runProgram } from './program.mjs';

await runProgram('directory-export');
