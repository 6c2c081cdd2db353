import { createContext } from 'react';

/** Why nothing can be sent at the moment, in words; null if it can. */
interface SendObstacles {
  /** To the console's server. */
  own: string | null;
  /** To the Service behind it. */
  service: string | null;
}

/** Provided by the frame of the console. */
export const SendObstacle = createContext<SendObstacles>({ own: null, service: null });
