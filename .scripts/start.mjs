import { stopWithLauncher } from './launcher.mjs';
import { runProgram } from './program.mjs';

await runProgram('start', stopWithLauncher);
