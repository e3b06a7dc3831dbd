import type { ApiError } from '../../../platform/http/contract.ts';
import { isInside, isSafeLink, isTemplateOnDisk } from './links.ts';
import * as refusals from './refusals.ts';
import { type XmlReader, attributeOf } from './xml.server.ts';

/** What relationships between the parts of a document may be of, by the end of their names, in small letters. */
const KNOWN = new Set([
  ...['officedocument', 'core-properties', 'extended-properties', 'extendedproperties', 'custom-properties'],
  ...['customproperties', 'thumbnail', 'customxml', 'customxmlprops', 'classificationlabels', 'intelligence'],
  ...[
    'origin',
    'signature',
    'styles',
    'styleswitheffects',
    'styleswithteffects',
    'settings',
    'websettings',
    'fonttable',
  ],
  ...['font', 'theme', 'thememanager', 'themeoverride', 'numbering', 'footnotes', 'endnotes', 'header', 'footer'],
  ...['comments', 'commentsextended', 'commentsids', 'commentsextensible', 'people', 'documenttasks'],
  ...['glossarydocument', 'image', 'hdphoto', 'hyperlink', 'printersettings', 'chart', 'chartex', 'chartstyle'],
  ...['chartcolorstyle', 'chartusershapes', 'diagramdata', 'diagramlayout', 'diagramquickstyle', 'diagramcolors'],
  'diagramdrawing',
  // Of the workbook of a chart.
  ...['worksheet', 'sharedstrings', 'calcchain', 'table', 'sheetmetadata', 'drawing'],
]);

/** Those that are refused for a reason of their own. */
const REFUSED: Readonly<Record<string, ApiError>> = {
  vbaproject: refusals.MACROS,
  wordvbadata: refusals.MACROS,
  attachedtoolbars: refusals.MACROS,
  xlmacrosheet: refusals.MACROS,
  xlintlmacrosheet: refusals.MACROS,
  control: refusals.MACROS,
  activexcontrolbinary: refusals.MACROS,
  oleobject: refusals.EMBEDDED,
  package: refusals.EMBEDDED,
  audio: refusals.EMBEDDED,
  video: refusals.EMBEDDED,
  media: refusals.EMBEDDED,
  afchunk: refusals.IMPORTED,
  subdocument: refusals.SUBDOCUMENT,
  frame: refusals.SUBDOCUMENT,
  keymapcustomizations: refusals.MENUS,
  extensibility: refusals.MENUS,
  usercustomization: refusals.MENUS,
  webextension: refusals.ADD_IN,
  webextensiontaskpanes: refusals.ADD_IN,
  mailmergesource: refusals.MAIL_MERGE,
  mailmergeheadersource: refusals.MAIL_MERGE,
  recipientdata: refusals.MAIL_MERGE,
};

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Reads the relationships of a part. `ofMain` is told where the package says that its document is. */
export function relationshipsReader({
  isOfChart,
  ofMain,
}: {
  isOfChart: boolean;
  ofMain: (target: string) => void;
}): XmlReader {
  return {
    open(element) {
      if (element.namespace !== NAMESPACE) throw refusals.DAMAGED;
      if (element.name !== 'Relationship') return;
      const [type = '', target = '', mode = 'Internal'] = ['Type', 'Target', 'TargetMode'].map((name) =>
        attributeOf(element, name),
      );
      const kind = type.slice(type.lastIndexOf('/') + 1).toLowerCase();
      if (mode !== 'Internal' || !isInside(target)) return refuseOutside(kind, target);
      if (isOfChart && kind === 'package') return;
      if (!KNOWN.has(kind)) throw REFUSED[kind] ?? refusals.unknownPart(target);
      if (kind === 'officedocument') ofMain(target);
    },
  };
}

/** Of what lies elsewhere, only what people follow by themselves, and a template that is on nobody else's disk. */
function refuseOutside(kind: string, target: string): void {
  if (kind === 'hyperlink' && !isSafeLink(target)) throw refusals.unsafeLink(target);
  if (kind === 'attachedtemplate' && !isTemplateOnDisk(target)) throw refusals.remoteTemplate(target);
  if (kind === 'hyperlink' || kind === 'attachedtemplate') return;
  if (kind === 'image') throw refusals.REMOTE_PICTURE;
  throw REFUSED[kind] ?? refusals.external(target);
}
