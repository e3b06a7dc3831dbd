import { useState } from 'react';
import type { Api } from '../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';

const DeleteAccountDialog = lazyDialog(() => import('./DeleteAccountDialog.tsx'));

/** Section of the profile to delete the user's account, with a dialog that states the consequences. */
export function DeleteAccount({ api, email }: { api: Api; email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="account-section" aria-labelledby="delete-account">
      <h2 className="display display--1" id="delete-account">
        Delete your account
      </h2>
      <p>You can delete your account with everything in it. Before you confirm, we show you what is deleted.</p>
      <div className="account-section__actions">
        <button type="button" className="button button--danger" onClick={() => setIsOpen(true)}>
          Delete your account
        </button>
      </div>
      <LazyMount isWanted={isOpen}>
        <DeleteAccountDialog api={api} email={email} open={isOpen} onClose={() => setIsOpen(false)} />
      </LazyMount>
    </section>
  );
}
