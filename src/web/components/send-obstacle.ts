import { createContext } from 'react';

/** Why nothing can be sent at the moment, in words; null if it can. Provided by the frame of the console. */
export const SendObstacle = createContext<string | null>(null);
