/** A reason why a program cannot start, said in one line that tells the reader what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
