import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Plus } from '../../../../ui/icons.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { MAX_REASON_LENGTH, type ReasonPart } from '../../decisions/schema.ts';
import { templatesQuery } from '../client.ts';
import type { Reasons } from './reasons.ts';
import '../../../../ui/form.css';

/** The button that opens the reason about a field or section, or the input for the reason. @param props.label the field or section */
export function ReasonEditor(props: { api: Api; part: ReasonPart; label: string; reasons: Reasons }) {
  const { api, part, label, reasons } = props;
  const focusById = useFocusById();
  const text = reasons.texts[part];
  const [buttonId, fieldId] = [`add-reason-${part}`, `reason-${part}`];
  if (text === undefined)
    return (
      <button
        type="button"
        id={buttonId}
        className="button button--compact button--quiet review__add-reason"
        onClick={() => {
          reasons.set(part, '');
          focusById(fieldId);
        }}
      >
        <Plus small />
        Add a reason
        <span className="visually-hidden">{` about ${label}`}</span>
      </button>
    );
  return (
    <div className="review__reason">
      <div className="field">
        <div className="field__name">
          <label htmlFor={fieldId}>
            What the owner should change
            <span className="visually-hidden">{` about ${label}`}</span>
          </label>
        </div>
        <textarea
          id={fieldId}
          className="input"
          rows={2}
          maxLength={MAX_REASON_LENGTH}
          value={text}
          onChange={({ target }) => reasons.set(part, target.value)}
        />
      </div>
      <div className="review__reason-tools">
        <TemplateSelect
          api={api}
          label={`Template of a reason about ${label}`}
          onChoose={(template) => reasons.set(part, joinTexts(text, template))}
        />
        <button
          type="button"
          className="button button--compact button--quiet"
          onClick={() => {
            reasons.remove(part);
            focusById(buttonId);
          }}
        >
          Remove
          <span className="visually-hidden">{` the reason about ${label}`}</span>
        </button>
      </div>
    </div>
  );
}

/** Inserts the text of a template. Nothing is shown while there are no templates. */
export function TemplateSelect(props: { api: Api; label: string; onChoose: (text: string) => void }) {
  const { api, label, onChoose } = props;
  const id = useId();
  const { data = [] } = useQuery(templatesQuery(api));
  if (data.length === 0) return null;
  return (
    <select
      id={id}
      aria-label={label}
      className="input review__template"
      value=""
      onChange={({ target }) => {
        const template = data.find((one) => one.id === target.value);
        if (template) onChoose(template.text);
      }}
    >
      <option value="">Insert a template</option>
      {data.map((template) => (
        <option key={template.id} value={template.id}>
          {template.title}
        </option>
      ))}
    </select>
  );
}

/** Appends the text of a template to what was typed. */
export function joinTexts(typed: string, template: string): string {
  return [typed.trim(), template].filter((text) => text !== '').join('\n');
}
