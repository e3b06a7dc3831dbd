import type { XmlElement } from '../../../documents/docx/xml.server.ts';

/** Collects the text of an item, without the phonetic readings of Japanese. */
export class TextCollector {
  text = '';
  #inText = false;
  #inPhonetic = false;

  open({ local }: XmlElement): void {
    if (local === 'rPh') this.#inPhonetic = true;
    if (local === 't') this.#inText = true;
  }

  close({ local }: XmlElement): void {
    if (local === 'rPh') this.#inPhonetic = false;
    if (local === 't') this.#inText = false;
  }

  add(text: string): void {
    if (this.#inText && !this.#inPhonetic) this.text += text;
  }
}
