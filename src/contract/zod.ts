import * as z from 'zod';

// The page's Content-Security-Policy forbids eval: zod must not compile its parsers in a browser,
// which has to be set before the first schema is made. So all code imports `z` from here.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };
