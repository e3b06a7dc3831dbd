type Ask = (answer: (isConfirmed: boolean) => void) => void;

let ask: Ask | undefined;
let pending: Promise<boolean> | undefined;

/** Subscribes the dialog that asks the user to confirm who they are. Returns the function that unsubscribes. */
export function onConfirmationNeeded(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    ask = undefined;
  };
}

/** Asks the user to confirm who they are. Resolves to whether they have. Concurrent calls share one dialog. */
export function confirmIdentity(): Promise<boolean> {
  const open = ask;
  if (!open) return Promise.resolve(false);
  return (pending ??= new Promise<boolean>(open).finally(() => (pending = undefined)));
}
