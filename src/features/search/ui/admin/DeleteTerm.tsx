import { type ReactNode, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Bin } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toasts.tsx';

interface DeleteTermProps {
  /** Name of the deleted thing: ‘synonym’. */
  readonly what: string;
  /** Deletes it, and returns the message to show. */
  readonly remove: () => Promise<{ readonly message: string }>;
  /** The list that is shown afterwards. */
  readonly list: string;
  /** Consequence of deleting it. */
  readonly children: ReactNode;
}

/** Deletes a synonym or the pinned results of a search, after a confirmation. */
export function DeleteTerm({ what, remove, list, children }: DeleteTermProps) {
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button--compact button--danger" onClick={() => setOpen(true)}>
        <Bin small /> Delete
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${what}?`}
        confirmLabel={`Delete ${what}`}
        onConfirm={async () => {
          const { message } = await remove();
          toast({ text: message });
          await router.navigate({ href: list });
        }}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
