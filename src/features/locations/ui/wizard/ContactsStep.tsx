import { ContactList, type ContactListProps } from '../contacts/ContactList.tsx';

/** Step 4: the contacts for film crews. */
export function ContactsStep(props: ContactListProps) {
  return (
    <>
      <p className="muted contacts__what">
        Whom a crew may ask about the place, besides you. Only the Locations Team sees them, never the public.
      </p>
      <ContactList {...props} />
    </>
  );
}
