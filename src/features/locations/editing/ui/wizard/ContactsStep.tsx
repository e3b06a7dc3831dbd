import { ContactList, type ContactListProps } from '../../contacts/ui/ContactList.tsx';

/** Step 4: the contacts for film crews. */
export function ContactsStep(props: ContactListProps) {
  return (
    <>
      <p className="muted contacts__description">
        People whom a film crew can contact about this location, besides you. Only the Locations Team and the film
        office of the area see them, never the public.
      </p>
      <ContactList {...props} />
    </>
  );
}
