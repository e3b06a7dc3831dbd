import de from '../../breakdown/words/de.json' with { type: 'json' };
import en from '../../breakdown/words/en.json' with { type: 'json' };
import es from '../../breakdown/words/es.json' with { type: 'json' };
import fr from '../../breakdown/words/fr.json' with { type: 'json' };
import ga from '../../breakdown/words/ga.json' with { type: 'json' };
import gd from '../../breakdown/words/gd.json' with { type: 'json' };

/** Of all languages, without accents: the language of a script is not known before its headings. */
const ROOMS: ReadonlySet<string> = new Set([en, gd, ga, de, fr, es].flatMap(({ rooms }) => rooms.split(', ')));

/** Says whether a text names a room or another area that a place has: "KITCHEN", "FLOOR 2". */
export function isRoom(text: string): boolean {
  const words = text
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '' && !/^\d/.test(word));
  return ROOMS.has(words.join(' '));
}
