/** The store's error code, or null for any other error. */
export function storeCode(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') {
    return null;
  }
  return thrown.code.startsWith('SQLITE_') ? thrown.code : null;
}

/** Whether the store refused a duplicate key: the store itself works. */
export function isAlreadyStored(code: string): boolean {
  return /^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|ROWID)$/.test(code);
}

/** Whether the disk is full or read-only. */
export function cannotWrite(code: string): boolean {
  return /^SQLITE_(?:FULL|READONLY|IOERR_(?:WRITE|FSYNC|TRUNCATE|SHM))/.test(code);
}

/** Whether an error, or its cause, means that the store cannot be used. */
export function isStoreFailure(thrown: unknown): boolean {
  const code = storeCode(thrown);
  if (code !== null) return !isAlreadyStored(code);
  return thrown instanceof Error && thrown.cause !== undefined && isStoreFailure(thrown.cause);
}
