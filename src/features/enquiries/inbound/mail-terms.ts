// Words that mail programs write, in the languages of European film crews. Sources: the translations of Thunderbird, Gmail, Outlook, Apple
// Mail, Yandex Mail and Windows Mail.

/** Matches one of the terms at the beginning of a word. Endings may follow, as in "napsal(a)". */
function anyOf(terms: string): string {
  return `(?<!\\p{L})(?:${terms.trim().replace(/\s*\|\s*/g, '|')})`;
}

/** The verb of a line that introduces a quotation. */
export const WROTE = new RegExp(
  anyOf(`wrote | schrieb | a écrit | escribió | escribiu | ha scritto | escreveu | schreef | skrev | skrifaði | kirjoitti | kirjutas |
    pisze | napisał | napsal | napísal | je napisa | írta | a scris | yazdı | έγραψε | пишет | написал | пише | написа | напісаў | rakstīja |
    rašė | va escriure | ha escrit | idatzi du | scríobh | sgrìobh | ysgrifennodd`),
  'iu',
);

/** The headers that mail programs put above a quotation. */
const HEADER_NAMES = {
  from: `From | Von | De | Da | Van | Od | Fra | Från | Lähettäjä | Feladó | De la | Kimden | Gönderen | Από | От | От кого | Від | Šalje |
    Expéditeur | Remitente | Mittente | Afzender | Afsender | Avsender | Avsändare | Nadawca | Odesílatel | Odosielateľ | Pošiljatelj |
    Saatja | Nuo | No | Ó | Bho | Oddi wrth | Gan | Nork`,
  date: `Sent | Date | Gesendet | Datum | Envoyé | Envoyé le | Enviado | Enviado el | Enviado em | Enviada | Enviada em | Fecha | Data |
    Inviato | Data invio | Verzonden | Dato | Dags | Sendt | Skickat | Skickades | Lähetetty | Päivämäärä | Pvm | Wysłano | Wysłane |
    Odesláno | Odoslané | Elküldve | Dátum | Trimis | Gönderildi | Gönderilme Tarihi | Tarih | Στάλθηκε | Ημερομηνία | Отправлено | Дата |
    Надіслано | Poslano | Poslato | Saadetud | Kuupäev | Išsiųsta | Nosūtīts | Seolta | Dáta | Ceann-latha | Anfonwyd | Dyddiad`,
  to: `To | An | À | A | Para | Aan | Do | Til | Till | Vastaanottaja | Címzett | Către | Catre | Kime | Alıcı | Προς | Кому | До | Komu |
    Prima | Za | Saaja | Adressaat | Kam | Gu | Chuig | At | Nori | Pre | Destinataire | Destinatario | Destinatário`,
  subject: `Subject | Betreff | Objet | Asunto | Oggetto | Assunto | Onderwerp | Temat | Emne | Ämne | Aihe | Předmět | Predmet | Tárgy |
    Subiect | Konu | Θέμα | Тема | Teema | Tema | Temats | Assumpte | Ábhar | Cuspair | Pwnc | Gaia | Efni`,
} as const;
type HeaderName = keyof typeof HEADER_NAMES;

const HEADERS = Object.entries(HEADER_NAMES).map(
  ([name, terms]) => [name as HeaderName, new RegExp(`^${anyOf(terms)}\\s?:\\s*\\S`, 'iu')] as const,
);

/** Returns which header a line is; the stars are those of bold text. */
export function findHeader(line: string): HeaderName | undefined {
  const plain = line.replace(/[*\s]+/g, ' ').trim();
  return HEADERS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** A line between the answer and the email that is answered. */
export const ORIGINAL_MESSAGE = new RegExp(
  `^-{2,}\\s*${anyOf(`Original Message | Original Email | Ursprüngliche Nachricht | Original-?Nachricht | Message d'origine |
    Message d’origine | Message original | Mensaje original | Messaggio originale | Mensagem original | Oorspronkelijk bericht |
    Oprindelig meddelelse | Opprinnelig melding | Ursprungligt meddelande | Originalmeddelande | Alkuperäinen viesti |
    Wiadomość oryginalna | Oryginalna wiadomość | Původní zpráva | Pôvodná správa | Eredeti üzenet | Mesajul original | Mesaj original |
    Orijinal Mesaj | Αρχικό μήνυμα | Исходное сообщение | Пересылаемое сообщение | Вихідне повідомлення | Izvirno sporočilo |
    Izvorna poruka | Originalna poruka | Forwarded message | Weitergeleitete Nachricht | Message transféré`)}\\s*-{2,}$`,
  'iu',
);

/** How a line begins that programs of telephones, and providers of mail, add below a message. */
const SENT_FROM = new RegExp(
  `^(?:${anyOf(`Sent | Get | Gesendet | Von mein | Diese Nachricht wurde | Holen Sie sich | Laden Sie | Envoyé | Télécharge | Obtenez | Enviado |
    Enviada | Obtener | Obtenha | Obter | Obtén | Descarga | Inviato | Scarica | Ottieni | Verzonden | Verstuurd | Download | Skickat | Skaffa |
    Hämta | Sendt | Sent úr | Hent | Få | Lähetetty | Hanki | Wysłan | Pobierz | Odesláno | Odoslané | Získa | Küldve | Elküldve | Trimis |
    Obțineți | Στάλθηκε | Отправлено | Надіслано | Poslano | Poslato | Poslané | Saadetud | Hangi | Išsiųsta | Nosūtīts | Enviat |
    Seolta | Anfonwyd`)}|.{3,40} gönderildi)`,
  'iu',
);
/** A product in such a line. */
const PRODUCT =
  /iPhon|iPad|iOS|Android|Samsung|Galaxy|Huawei|HONOR|Xiaomi|Redmi|Pixel|OnePlus|Fairphone|Xperia|Nokia|BlackBerry|Outlook|Windows|Proton|Tuta|Yahoo|Gmail|GMX|WEB\.DE|K-9|Thunderbird|BlueMail|Spark|AOL|Yandex|Яндекс|Mail\.[Rr]u|[Ss]mart|[Mm]obil|\b[Pp]hone|[Tt]elefon|[Tt]éléphone|[Mm]óvil|[Cc]ellulare|[Tt]ablet|Handy/u;

/** Whether a line is such a signature. */
export function isMobileSignature(line: string): boolean {
  return line.length <= MAX_SIGNATURE_LENGTH && SENT_FROM.test(line) && PRODUCT.test(line);
}
const MAX_SIGNATURE_LENGTH = 160;

/** The beginning of what organisations and virus scanners add below every email. */
export const FOOTER = new RegExp(
  anyOf(`confidential | privileged | disclaimer | intended recipient | intended solely | vertraulich | vertrouwelijk |
    confidentiel | confidencial | riservat | fortrolig | konfidentiell | sekretess | luottamuksell | poufn | důvěrn | dôvern | bizalmas |
    confidenţial | confidențial | gizli | εμπιστευτικ | конфиденциальн | конфіденційн | zaupn | povjerljiv | trúnað | konfidentsiaal |
    virus | avast | scanned | unsubscribe | abmelden | registered (?:office|in|charity|company) | company (?:number|no|registration) |
    charity (?:number|no) | before printing | think before you print`),
  'iu',
);

/** The beginning of the subject of an automatic reply, before a colon or the end. A person who answers one writes "Re:" before it. */
export const AUTOMATIC_SUBJECT = new RegExp(
  `^(?:${anyOf(`auto(?:matic)?[ -]?(?:reply|response|responder|antwort) | automatische (?:antwort|reply) | abwesenheitsnotiz | abwesend |
    abwesenheit | (?:auto: ?)?out of (?:the )?office(?: (?:auto)?-?(?:reply|response|message|notice))? | vacation (?:reply|message) |
    réponse automatique | absence du bureau | message d['’]absence | respuesta automática | fuera de la oficina | risposta automatica |
    fuori (?:sede|ufficio) | resposta automática | automatisch antwoord | afwezig(?:heidsbericht)? | automatisk svar(?:smelding)? |
    automatiskt svar | autosvar | frånvaro(?:meddelande)? | fravær | automaattinen vastaus | poissaolo(?:viesti)? |
    odpowiedź automatyczna | autoodpowiedź | automatická odpověď | automatická odpoveď | automatikus válasz | răspuns automat |
    otomatik yanıt | αυτόματη απάντηση | автоматический ответ | автоответ | автоматична відповідь | samodejni odgovor |
    automatski odgovor | automaatvastus | uathfhreagra | freagairt fhèin-obrachail | ymateb awtomatig`)})\\s*(?::|$)`,
  'iu',
);
