import * as z from 'zod';

// The page's Content-Security-Policy forbids eval: zod must not compile its parsers in a browser,
// and has to know before the first schema is made. So all code takes `z` from here.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };
