/** Asks whether unsaved changes may be lost, where there are any, and goes on if so. */
type LeaveGuard = (goOn: () => void) => void;

const guards = new Set<LeaveGuard>();

/** Has a page ask before it is left by other ways than an address, such as logging out; the returned function ends that. */
export function addLeaveGuard(question: LeaveGuard): () => void {
  guards.add(question);
  return () => void guards.delete(question);
}

/** Goes on, unless somebody who is asked first would rather stay. */
export function runLeaveGuards(proceed: () => void): void {
  const [question] = guards;
  if (question) question(proceed);
  else proceed();
}
