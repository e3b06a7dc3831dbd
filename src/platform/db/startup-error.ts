/** Database or storage cannot be used. The message is one line for the operator, shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}
