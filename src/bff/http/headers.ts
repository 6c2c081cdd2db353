import type { FastifyHelmetOptions } from '@fastify/helmet';

/** What a page may do. Emotion adds empty style elements, so the hash is that of an empty text. */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

const YEAR_S = 365 * 24 * 3600;

/**
 * The security headers of every answer. Current browsers ignore the headers that are off here.
 * @param secure whether browsers use https
 * @param tiles what the map needs from another origin: images, or a file that is read in parts; or null
 */
export function helmetOptions(
  secure: boolean,
  tiles: { origin: string; streets: boolean } | null,
): FastifyHelmetOptions {
  const needed = tiles?.streets === true ? 'connect-src' : 'img-src';
  const allowed = [...CONTENT_SECURITY_POLICY[needed], ...(tiles === null ? [] : [tiles.origin])];
  const directives = { ...CONTENT_SECURITY_POLICY, [needed]: allowed };
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: YEAR_S, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}

/** The one security header of every answer that Helmet does not know. */
export const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()';
