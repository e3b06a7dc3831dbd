/** Calls `proceed` when the page may be left: at once without unsaved changes, otherwise after confirmation. */
type LeaveGuard = (proceed: () => void) => void;

const guards = new Set<LeaveGuard>();

/** Registers a guard for ways to leave a page that the router does not block, such as logging out, or reading another script. Returns a function that removes it. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Calls `proceed`, unless a guard decides to stay. */
export function runLeaveGuards(proceed: () => void): void {
  const [guard] = guards;
  if (guard) guard(proceed);
  else proceed();
}
