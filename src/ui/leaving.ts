/** Asks whether unsaved changes may be lost, where there are any, and goes on if so. */
type Question = (goOn: () => void) => void;

const questions = new Set<Question>();

/** Has a page ask before it is left by other ways than an address, such as logging out; the returned function ends that. */
export function onLeaving(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Goes on, unless somebody who is asked first would rather stay. */
export function askBeforeLeaving(goOn: () => void): void {
  const [question] = questions;
  if (question) question(goOn);
  else goOn();
}
