import { runProgram } from './program.mjs';

await runProgram('password-reset');
