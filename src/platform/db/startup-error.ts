/** Why database or storage cannot be used, in one line that an operator can act on; shown without a stack. */
export class StartupError extends Error {
  override name = 'Refusal';
}
