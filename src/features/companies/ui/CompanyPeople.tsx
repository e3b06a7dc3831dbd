import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { createPersonMutation, peopleQuery } from '../people/client.ts';
import type { createPerson } from '../people/contract.ts';
import type { Company } from '../schema.ts';
import { PERSON_LIST, PERSON_NOUN, getPersonPath } from './person-list.tsx';

const NewEntryDialog = lazyDialog(() => import('./NewEntryDialog.tsx'));

/** The people of a company: the first page of them, and a link to the list with all. */
export function CompanyPeople({ api, company }: { api: Api; company: Company }) {
  const { id } = company;
  const { data: people } = useSuspenseQuery(peopleQuery(api, { company: id }));
  const create = useMutation(createPersonMutation(api));
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="company-people">
      <div className="record__head">
        <h2 id="company-people">People</h2>
        <button type="button" className="button button--compact" onClick={() => setAdding(true)}>
          Add person
        </button>
      </div>
      {people.total === 0 && <p className="muted">Nobody belongs to this company yet.</p>}
      <ul className="company-aside__list">
        {people.data.map((person) => (
          <li key={person.id}>
            <span>
              <a className="link" href={getPersonPath(person)}>
                {person.name}
              </a>
              <small>{[person.job_title, person.email, person.telephone].filter(Boolean).join(', ')}</small>
            </span>
          </li>
        ))}
      </ul>
      {people.total > people.data.length && (
        <p>
          <a className="link" href={`${PERSON_LIST.path}?company=${id}`}>
            {`All ${formatCount(people.total, ...PERSON_NOUN)}`}
          </a>
        </p>
      )}
      <LazyMount isWanted={isAdding}>
        <NewEntryDialog
          api={api}
          kind="people"
          company={company}
          open={isAdding}
          onClose={() => setAdding(false)}
          onAdd={(values) => create.mutateAsync(values as z.input<typeof createPerson.input>)}
        />
      </LazyMount>
    </section>
  );
}
