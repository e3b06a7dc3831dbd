import { useState } from 'react';
import { type Reason, type ReasonPart, REASON_PARTS } from '../../decisions/schema.ts';

/** The reasons that a reviewer has typed so far, by field or section. An empty text is a field that was opened and not filled. */
export function useReasons() {
  const [texts, setTexts] = useState<Readonly<Partial<Record<ReasonPart, string>>>>({});
  const list: Reason[] = REASON_PARTS.flatMap((part) => {
    const text = texts[part]?.trim() ?? '';
    return text === '' ? [] : [{ part, text }];
  });
  return {
    texts,
    list,
    set: (part: ReasonPart, text: string) => setTexts((before) => ({ ...before, [part]: text })),
    remove: (part: ReasonPart) =>
      setTexts(({ ...before }) => {
        delete before[part];
        return before;
      }),
    clear: () => setTexts({}),
  };
}
export type Reasons = ReturnType<typeof useReasons>;
