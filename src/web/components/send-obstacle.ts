import { createContext } from 'react';

/** Why nothing can be sent at the moment, in words; null: it can. The frame of the console provides it. */
export const SendObstacle = createContext<string | null>(null);
