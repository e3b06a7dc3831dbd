import { isInternal, isLocalTemplate, isSafeLink } from './links.ts';
import * as messages from './messages.ts';
import { reject } from './reject.ts';
import { type XmlReader, getAttribute } from './xml.server.ts';

/** Allowed relationship types: the last segments of their URIs, in lower case. The last line is for the workbook of a chart. */
const ALLOWED = new Set(
  [
    'officedocument core-properties extended-properties extendedproperties custom-properties customproperties',
    'thumbnail customxml customxmlprops classificationlabels intelligence origin signature styles styleswitheffects',
    'styleswithteffects settings websettings fonttable font theme thememanager themeoverride numbering footnotes endnotes',
    'header footer comments commentsextended commentsids commentsextensible people documenttasks glossarydocument image',
    'hdphoto hyperlink printersettings chart chartex chartstyle chartcolorstyle chartusershapes diagramdata diagramlayout',
    'diagramquickstyle diagramcolors diagramdrawing',
    'worksheet sharedstrings calcchain table sheetmetadata drawing',
  ].flatMap((line) => line.split(' ')),
);

/** Types that are rejected with a message of their own. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  vbaproject: messages.HAS_MACROS,
  wordvbadata: messages.HAS_MACROS,
  attachedtoolbars: messages.HAS_MACROS,
  xlmacrosheet: messages.HAS_MACROS,
  xlintlmacrosheet: messages.HAS_MACROS,
  control: messages.HAS_MACROS,
  activexcontrolbinary: messages.HAS_MACROS,
  oleobject: messages.HAS_EMBEDDED_OBJECT,
  package: messages.HAS_EMBEDDED_OBJECT,
  audio: messages.HAS_EMBEDDED_OBJECT,
  video: messages.HAS_EMBEDDED_OBJECT,
  media: messages.HAS_EMBEDDED_OBJECT,
  afchunk: messages.IMPORTS_FILE,
  subdocument: messages.HAS_SUBDOCUMENT,
  frame: messages.HAS_SUBDOCUMENT,
  keymapcustomizations: messages.CHANGES_MENUS,
  extensibility: messages.CHANGES_MENUS,
  usercustomization: messages.CHANGES_MENUS,
  webextension: messages.OPENS_ADD_IN,
  webextensiontaskpanes: messages.OPENS_ADD_IN,
  mailmergesource: messages.HAS_MAIL_MERGE,
  mailmergeheadersource: messages.HAS_MAIL_MERGE,
  recipientdata: messages.HAS_MAIL_MERGE,
};

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * Creates the reader of the relationships of a part.
 * @param isOfChart whether the part is a chart, which may have a workbook
 * @param onMainPart called with the target of a relationship to the main part
 */
export function createRelationshipReader(isOfChart: boolean, onMainPart: (target: string) => void): XmlReader {
  return {
    open(element) {
      if (element.uri !== NAMESPACE) reject(messages.DAMAGED);
      if (element.local !== 'Relationship') return;
      const target = getAttribute(element, 'Target') ?? '';
      const type = getAttribute(element, 'Type')?.split('/').at(-1)?.toLowerCase() ?? '';
      const mode = getAttribute(element, 'TargetMode') ?? 'Internal';
      if (mode !== 'Internal' || !isInternal(target)) return assertSafeTarget(type, target);
      if (isOfChart && type === 'package') return;
      if (!ALLOWED.has(type)) reject(FORBIDDEN[type] ?? messages.unknownPart(target));
      if (type === 'officedocument') onMainPart(target);
    },
  };
}

/** Outside the document, only links that people follow themselves and local templates are allowed. */
function assertSafeTarget(type: string, target: string): void {
  if (type === 'hyperlink' && !isSafeLink(target)) reject(messages.unsafeLink(target));
  if (type === 'attachedtemplate' && !isLocalTemplate(target)) reject(messages.remoteTemplate(target));
  if (type === 'hyperlink' || type === 'attachedtemplate') return;
  if (type === 'image') reject(messages.REMOTE_PICTURE);
  reject(FORBIDDEN[type] ?? messages.externalContent(target));
}
