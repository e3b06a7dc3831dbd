// Words that mail programs write, in the languages of European film crews. Sources: the translations of Thunderbird, Gmail, Outlook, Apple
// Mail, Yandex Mail and Windows Mail.

/** Matches one of the terms at the beginning of a word. Endings may follow, as in "napsal(a)". */
function anyOf(terms: string): string {
  return `(?<!\\p{L})(?:${toAlternatives(terms)})`;
}

function toAlternatives(terms: string): string {
  return terms.trim().replace(/\s*\|\s*/g, '|');
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

/** How a line begins that programs of telephones, and providers of mail, add below a message. Some end with the verb. */
const SENT_FROM = new RegExp(
  `^(?:${anyOf(`Sent (?:from|via|with|using) | Sent úr | Get | Gesendet (?:von|mit|über) | (?:Diese (?:Nachricht|E-Mail) wurde )?(?:von|mit)(?=.* gesendet) |
    Holen Sie sich | Laden Sie | Envoyée? (?:de|depuis|avec|par|via|à partir de) | Télécharge[rz] | Obten(?:ez|er|ir) | Enviad[oa] (?:desde|con|de|do|da|via|pelo|a partir d[eo]) |
    Obtenha | Obter | Obtén | Descarga[r]? | Inviat[oa] (?:da|dal|con|tramite) | Scarica | Ottieni | (?:Verzonden|Verstuurd) (?:vanaf|vanuit|van|met|via) |
    Download | Skickat (?:från|med|via) | Skaffa | Hämta | Sendt (?:fra|med|via) | Hent | Få | Lähetetty | Hanki | Wysłan[oeay] (?:z|ze|przez|za pomocą) |
    Pobierz | (?:Odesláno|Odoslané|Poslané) (?:z|ze|zo|pomocí|pomocou) | Získa(?:t|jte|ť) | (?:El)?küldve | Trimis (?:de pe|din|de la|cu) | Obțineți |
    (?:Στάλθηκε|Εστάλη) (?:από|με|μέσω) | Отправлено (?:с|со|из|через) | Надіслано (?:з|із|через) | (?:Poslano|Poslato) (?:z|s|sa|iz) | Saadetud |
    Hangi | Išsiųsta (?:iš|naudojant) | Nosūtīts (?:no|ar|izmantojot) | Enviat (?:des de|des del|amb) | Seolta ó | Anfonwyd o`)}(?!\\p{L})|(?=.* gönderildi))`,
  'iu',
);
/** A word of a product in such a line: a name with the endings of its language, or a kind of device. */
const PRODUCT = new RegExp(
  `^(?:(?:${toAlternatives(`iPhon | iPad | iOS | Android | Samsung | Galaxy | Huawei | HONOR | Xiaomi | Redmi | Pixel | OnePlus | Fairphone | Xperia |
    Nokia | BlackBerry | Outlook | Windows | Proton | ProtonMail | Tuta | Yahoo | Gmail | GMX | WEB\\.DE | K-9 | Thunderbird | BlueMail | Spark |
    AOL | Yandex | Яндекс | Mail\\.ru | smart(?:ph|f)on | (?:mobil|smartt?e)?telefon | telefón | puhelim | телефон`)})(?:['’-]?\\p{L}{1,8}){0,2}|${toAlternatives(`smart | mobile | cell |
    (?:mobile|cell)?phone | mobil | handy | tablet | portable | téléphone | teléfono | móvil | celular | telemóvel | cellulare | mobiel | toestel`)})$`,
  'iu',
);
/** The other words of such a line: pronouns, prepositions, kinds of programs, verbs at the end, models. */
const BESIDE_PRODUCT = new RegExp(
  `^(?:${toAlternatives(`my | the | an? | for | on | e?-?mail | app | device | secure | AT&T | Verizon | Sony | Apple | LTE | mein\\p{Ll}* |
    de[rmnls]? | eine[rm] | mit | für | gerät | gesendet | herunter | mon | ma | un | pour | application | mi | meus? | minha | para | dispositivo |
    mio | per | il | mijn | voor | min | mitt | til | till | för | på | minu | aplikac\\p{Ll}* | dla | systemu | pro | pre | môjho | mého | az |
    pentru | το | του | μου | για | для | почты | моего | мого | мобильной | moje\\p{Ll}* | mog | za | mano | mana | skirtą | del | meva | mo | fy |
    gönderildi | plus | max | ultra | mini | note | fold | flip | edge | \\p{Lu}{0,3}\\d[\\w+-]*`)})$`,
  'iu',
);
const MAX_SIGNATURE_LENGTH = 160;

/** Whether a line is such a signature: nothing in it but a product. A person writes "Sent you my mobile number" too. */
export function isMobileSignature(line: string): boolean {
  if (line.length > MAX_SIGNATURE_LENGTH || !SENT_FROM.test(line)) return false;
  const words = line
    .replace(SENT_FROM, '')
    .replace(/<[^>]*>|https?:\S+/g, ' ')
    .split(/(?:[\s,;:!()"„“”™®]|\.(?=\s|$))+/)
    .filter((word) => word !== '');
  return (
    words.some((word) => PRODUCT.test(word)) && words.every((word) => PRODUCT.test(word) || BESIDE_PRODUCT.test(word))
  );
}

/** How a notice names the email above it. */
const THIS_MAIL = `(?:this|the) (?:e-?mail|message|communication|transmission) | the (?:information|contents?) (?:contained )?(?:in|of) this |
  dies(?:e|er|es) (?:e-?mail|mail|nachricht) | der inhalt dieser | die(?:se)? (?:information|in dieser) | c(?:e|et|ette) (?:e-?mail|message|courriel|courrier) |
  est[ea] (?:correo|mensaje|mensagem|e-?mail|comunica) | quest[ao] (?:e-?mail|messaggio|comunicazione) | le informazioni contenute |
  d(?:it|eze) (?:e-?mail|bericht) | de informatie in d | denne (?:e-?mail|e-?post|mail|melding|meddelelse|besked) |
  det(?:ta|te) (?:e-?post|mejl|mail|meddelande) | tämä (?:viesti|sähköposti) | (?:ta|niniejsza) wiadomość | t(?:ato|áto|ento) (?:zpráva|správa|e-?mail) |
  ez az (?:e-?mail|üzenet) | acest (?:mesaj|e-?mail) | bu (?:e-?posta|mesaj|ileti) | (?:αυτό το|το παρόν) | (?:это|данное|настоящее) (?:сообщение|письмо) |
  це (?:повідомлення) | to sporočilo | ov(?:a|aj) (?:poruka|e-?mail) | þe(?:ssi|tta) (?:póstur|tölvupóstur|skeyti) | see (?:e-?kiri|sõnum)`;
const IS_CONFIDENTIAL = `confidential | privileged | intended | vertraulich | vertrouwelijk | confidentiel | confidencial | riservat | fortrolig | konfidentiell |
  sekretess | luottamuksell | poufn | důvěrn | dôvern | bizalmas | confidenţial | confidențial | gizli | εμπιστευτικ | конфиденциальн | конфіденційн |
  zaupn | povjerljiv | trúnað | konfidentsiaal | virus | avast | scanned | viren`;
/** The beginning of a paragraph that organisations and virus scanners add below every email. A person writes "confidential" too. */
export const NOTICE = new RegExp(
  `^\\P{L}*(?:${anyOf(THIS_MAIL)}(?=[^]*${anyOf(IS_CONFIDENTIAL)})|${anyOf(`(?:legal |e-?mail )?disclaimer\\s*: |
    (?:confidentiality|privacy|legal) (?:notice|note|statement|disclaimer) | if you are not the (?:intended|named) | virus-?free[. ] |
    virenfrei[. ] | sans virus[. ] | libre de virus[. ] | senza virus[. ] | virusvrij[. ] | virusfri[. ] | (?:to )?unsubscribe | abmelden |
    registered (?:office|in|charity|company) | (?:company|charity) (?:number|no|registration)[ .:] | scottish charity | (?:please )?(?:consider|think of) the environment before printing |
    think before you print | vertraulichkeitshinweis | avis de confidentialité | aviso (?:legal|de confidencialidad)`)})`,
  'iu',
);

/** Somebody or their address in the subject of an automatic reply; a person asks rather than states who is away. */
const SOMEBODY = '(?!re(?:ply)?\\b|aw\\b|fwd?\\b)[^:?!]{2,80}';
/**
 * The subject of an automatic reply: its beginning before a colon, the subject of the answered email, or the end; or a sentence that somebody is
 * away. A person who answers one writes "Re:" before it.
 */
export const AUTOMATIC_SUBJECT = new RegExp(
  `^(?:auto\\s?:\\s?${SOMEBODY} (?:is|am|will be) (?:currently )?(?:out of (?:the )?office|away|on leave|on holiday)\\b|${SOMEBODY} is (?:currently )?out of (?:the )?office(?:[.!]*$|\\s?\\((?:returning|until|back)\\b)|(?:${anyOf(`auto(?:matic)?[ -]?(?:reply|response|responder|antwort) | automatische (?:antwort|reply) | abwesenheitsnotiz | abwesend |
    abwesenheit | ooo | (?:auto: ?)?out of (?:the )?office(?: (?:auto)?-?(?:reply|response|message|notice))? | vacation (?:reply|message) |
    réponse automatique | absence du bureau | message d['’]absence | respuesta automática | fuera de la oficina | risposta automatica |
    fuori (?:sede|ufficio) | resposta automática | automatisch antwoord | afwezig(?:heidsbericht)? | automatisk svar(?:smelding)? |
    automatiskt svar | autosvar | frånvaro(?:meddelande)? | fravær | automaattinen vastaus | poissaolo(?:viesti)? |
    odpowiedź automatyczna | autoodpowiedź | automatická odpověď | automatická odpoveď | automatikus válasz | răspuns automat |
    otomatik yanıt | αυτόματη απάντηση | автоматический ответ | автоответ | автоматична відповідь | samodejni odgovor |
    automatski odgovor | automaatvastus | uathfhreagra | sjálfvirkt svar | fjarverandi | fjarvera | resposta automàtica | fora de l['’]oficina | absència | freagairt fhèin-obrachail | ymateb awtomatig`)})\\s*(?:[:：]|$|(?:re|aw|sv|rv|vs)\\s?:))`,
  'iu',
);
