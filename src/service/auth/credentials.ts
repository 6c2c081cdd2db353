import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose';
import { z } from '../../contract/zod.ts';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';

/** Signature algorithm of the tokens. */
export const ALGORITHM = 'RS256';

const Stored = z.strictObject({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  keyId: z.string().min(1),
  privateKey: z.string().min(1),
});
type Stored = z.output<typeof Stored>;

/** The demo client, and the key that signs tokens. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
  keyId: string;
  privateKey: CryptoKey;
  /** The public half as a JWK, with kid, alg and use. */
  publicJwk: Readonly<Record<string, unknown>>;
}

/**
 * Reads the credentials of the embedded service, or makes them at first start. They are kept in one
 * file that only its owner can read.
 * @param dataDir folder; created if missing
 * @throws StartError if the folder or the file cannot be used
 */
export async function loadCredentials(dataDir: string): Promise<Credentials> {
  const file = path.join(dataDir, 'service-credentials.json');
  const stored = read(file) ?? (await make(file));
  const privateKey = await importPKCS8(stored.privateKey, ALGORITHM, { extractable: true }).catch(
    (error: unknown) => {
      throw unusable(file, error);
    },
  );
  const { kty, n, e } = await exportJWK(privateKey);
  return {
    clientId: stored.clientId,
    clientSecret: stored.clientSecret,
    keyId: stored.keyId,
    privateKey,
    publicJwk: { kty, n, e, kid: stored.keyId, alg: ALGORITHM, use: 'sig' },
  };
}

function unusable(file: string, error: unknown): StartError {
  return new StartError(
    `The credentials file ${file} cannot be used: ${messageOf(error)}. Delete it to generate new ones.`,
  );
}

function read(file: string): Stored | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartError(`The data folder cannot be used (${file}): ${messageOf(error)}`);
  }
  try {
    const stored = Stored.parse(JSON.parse(text));
    chmodSync(file, 0o600);
    return stored;
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it is incomplete' : messageOf(error);
    throw unusable(file, new Error(reason));
  }
}

async function make(file: string): Promise<Stored> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const stored: Stored = {
    clientId: `demo-${randomBytes(6).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
    keyId: randomBytes(8).toString('hex'),
    privateKey: await exportPKCS8(privateKey),
  };
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // Written to a temporary file and renamed, so that a crash never leaves half a file.
    const part = `${file}.${process.pid}.part`;
    writeFileSync(part, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    throw new StartError(`The data folder cannot be used (${file}): ${messageOf(error)}`);
  }
  return stored;
}
