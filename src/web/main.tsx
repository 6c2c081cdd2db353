import { drawConsole } from './draw-console.tsx';
import { takeRoot } from './page-root.tsx';

void drawConsole(takeRoot(), null);
