/** The store's error code (`SQLITE_…`, or `POSTGRES_` and an SQLSTATE or `LOST`), or null for any other error. */
export function storeCode(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') {
    return null;
  }
  return /^(?:SQLITE|POSTGRES)_/.test(thrown.code) ? thrown.code : null;
}

/** Whether the store refused a duplicate key: the store itself works. */
export function isAlreadyStored(code: string): boolean {
  return /^(?:SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|ROWID)|POSTGRES_23505)$/.test(code);
}

/** Whether the disk is full or read-only. */
export function cannotWrite(code: string): boolean {
  return /^(?:SQLITE_(?:FULL|READONLY|IOERR_(?:WRITE|FSYNC|TRUNCATE|SHM))|POSTGRES_(?:53100|25006|58030))/.test(
    code,
  );
}

/** Whether an error, or its cause, means that the store cannot be used. */
export function isStoreFailure(thrown: unknown): boolean {
  const code = storeCode(thrown);
  if (code !== null) return !isAlreadyStored(code);
  return thrown instanceof Error && thrown.cause !== undefined && isStoreFailure(thrown.cause);
}
