/** Words that names are written with in two ways. */
const OTHER_FORMS: Readonly<Record<string, string>> = { saint: 'st', st: 'saint', mount: 'mt', mt: 'mount' };

/** A folded word, and the other way in which names are written with it: St for Saint. */
export function listForms(word: string): string[] {
  const other = OTHER_FORMS[word];
  return other === undefined ? [word] : [word, other];
}

/** The other spelling of some folded words, if one of them has another form: "saint kilda" for "st kilda". */
export function findOtherSpelling(words: string): string | undefined {
  const other = words.replaceAll(/[a-z]+/g, (word) => OTHER_FORMS[word] ?? word);
  return other === words ? undefined : other;
}
