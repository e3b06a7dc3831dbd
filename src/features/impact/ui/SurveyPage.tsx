import { useEffect, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { Field, SubmitButton } from '../../../ui/Field.tsx';
import { SuccessAlert } from '../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { answerMutation } from '../client.ts';
import { WHY_FIGURES, whatBrought } from '../messages.ts';
import { type DeclaredFigures, FIGURES, FIGURE_NAMES, type FigureName, declaredFigures, isSpend } from '../schema.ts';
import type { WrapSurvey } from '../survey/schema.ts';
import '../../../ui/form.css';

type Typed = Record<FigureName, string>;

const HINTS: Readonly<Partial<Record<FigureName, string>>> = {
  DAYS: 'Days on which you have filmed in the region.',
  CREW: 'People of the region who worked for you.',
  CREW_DAYS: 'The days that they worked, added up.',
};

/** What a contact of a production reads who is asked for its figures, with the form to declare them. */
export function SurveyPage({ api, token, survey }: { api: Api; token: string; survey: WrapSurvey }) {
  const { production, answered, open_until, figures, measured, version } = survey;
  const answer = useMutation(answerMutation(api));
  const [saved, setSaved] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm<Typed, DeclaredFigures>(
    declaredFigures as unknown as z.ZodType<DeclaredFigures, Typed>,
    FIGURES,
    async (checked, sent) => {
      setSaved(undefined);
      const { message, survey: latest } = await answer.mutateAsync({ token, version, figures: checked });
      sent.reset(toTyped(latest.figures));
      setSaved(message);
    },
    { defaultValues: toTyped(figures) },
  );
  const { reset } = form;
  // Figures that somebody else has changed meanwhile are shown before they are sent again; what was typed stays.
  useEffect(() => reset(toTyped(figures), { keepDirtyValues: true, keepErrors: true }), [reset, figures]);
  return (
    <>
      <h1 className="display display--3">{whatBrought(production)}</h1>
      <p>{WHY_FIGURES} Leave empty what you do not know.</p>
      <form className="form" method="post" noValidate onSubmit={submit}>
        {saved !== undefined && <SuccessAlert message={saved} />}
        {answered && <p>You have answered. You can change your answer here until {formatDay(open_until)}.</p>}
        {alerts}
        {measured.length > 0 && (
          <p>Known to the office already: {measured.map((name) => FIGURES[name].toLowerCase()).join(', ')}.</p>
        )}
        {FIGURE_NAMES.filter((name) => !measured.includes(name)).map((name) => (
          <Field
            key={name}
            {...field(name)}
            {...(HINTS[name] !== undefined && { hint: HINTS[name] })}
            {...(isSpend(name) && { hint: 'In the region, in whole units of its currency.' })}
          >
            {(control) => <input {...control} type="text" inputMode="numeric" autoComplete="off" />}
          </Field>
        ))}
        <SubmitButton isSubmitting={form.formState.isSubmitting}>Send the figures</SubmitButton>
      </form>
    </>
  );
}

function toTyped(figures: DeclaredFigures): Typed {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, String(figures[name] ?? '')])) as Typed;
}
