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
 * The security headers of every answer.
 * @param secure whether browsers use https
 * @param tiles what the map needs from another origin: images, or a file that is read in parts; or null
 */
export function securityHeaders(
  secure: boolean,
  tiles: { origin: string; streets: boolean } | null,
): Readonly<Record<string, string>> {
  const needed = tiles?.streets === true ? 'connect-src' : 'img-src';
  const allowed = [...CONTENT_SECURITY_POLICY[needed], ...(tiles === null ? [] : [tiles.origin])];
  const directives = { ...CONTENT_SECURITY_POLICY, [needed]: allowed };
  const policy = Object.entries(directives).map(([name, values]) => [name, ...values].join(' '));
  return {
    'Content-Security-Policy': policy.join(';'),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    ...(secure ? { 'Strict-Transport-Security': `max-age=${YEAR_S}` } : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  };
}
