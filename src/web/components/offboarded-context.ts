import { createContext } from 'react';

/** Whether the content belongs to an offboarded Entity: a refusal by the Service is then not an error. */
export const OffboardedContext = createContext(false);
