import { createContext } from 'react';

/** Whether what is shown is of an Entity that was offboarded: that the Service refuses it is no fault. */
export const OffboardedContext = createContext(false);
