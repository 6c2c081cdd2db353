/** A reason why a program cannot start: one line that says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
