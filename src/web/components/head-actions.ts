import { createContext, type ReactNode } from 'react';

/** What the head of every page offers beside its own actions. Provided by the frame of the console. */
export const HeadActions = createContext<ReactNode>(null);
