import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Dialog, markInitialFocus } from '../../../../ui/Dialog.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { linkAddress } from '../../editing/schema.ts';

/** Only what pages may have. Styles are the page's own: the content security policy lets no script add any. */
const EXTENSIONS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, linkOnPaste: false, HTMLAttributes: { target: null, rel: null } },
  }),
];

/**
 * Edits formatted text, by toolbar and by the usual keys.
 * @param props.labelledBy id of what names it
 */
export default function RichTextEditor(props: {
  id: string;
  labelledBy: string;
  html: string;
  onChange: (html: string) => void;
}) {
  const { id, labelledBy, html, onChange } = props;
  /** The text that the editor has. */
  const known = useRef(html);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        id,
        class: 'prose rich-text__text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
      },
    },
    onUpdate: ({ editor: changed }) => {
      known.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(known.current);
    },
  });
  useEffect(() => {
    // What was taken back or brought together comes from outside; what is typed here is here already.
    if (html === known.current) return;
    known.current = html;
    editor?.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <div className="rich-text">
      {editor && <Toolbar editor={editor} controls={id} />}
      <EditorContent editor={editor} />
    </div>
  );
}

interface Tool {
  readonly label: string;
  readonly sign: ReactNode;
  readonly isOn: (editor: Editor) => boolean;
  readonly act: (editor: Editor) => void;
}

const BLOCKS = { paragraph: 'Paragraph', 2: 'Heading', 3: 'Smaller heading', 4: 'Smallest heading' } as const;

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    sign: <b>B</b>,
    isOn: (editor) => editor.isActive('bold'),
    act: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    sign: <i>I</i>,
    isOn: (editor) => editor.isActive('italic'),
    act: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'List',
    sign: 'List',
    isOn: (editor) => editor.isActive('bulletList'),
    act: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    sign: '1. List',
    isOn: (editor) => editor.isActive('orderedList'),
    act: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quotation',
    sign: 'Quote',
    isOn: (editor) => editor.isActive('blockquote'),
    act: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

function Toolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      block: ([2, 3, 4] as const).find((level) => now.isActive('heading', { level })) ?? 'paragraph',
      on: TOOLS.map(({ isOn }) => isOn(now)),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const setBlock = (value: string) => {
    const chain = editor.chain().focus();
    if (value === 'paragraph') chain.setParagraph().run();
    else chain.setHeading({ level: Number(value) as 2 | 3 | 4 }).run();
  };
  return (
    <div className="rich-text__tools" role="group" aria-label="Format" aria-controls={controls}>
      <select aria-label="Kind of paragraph" value={state.block} onChange={({ target }) => setBlock(target.value)}>
        {Object.entries(BLOCKS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {TOOLS.map(({ label, sign, act }, index) => (
        <button key={label} type="button" aria-label={label} aria-pressed={state.on[index]} onClick={() => act(editor)}>
          {sign}
        </button>
      ))}
      <button type="button" aria-pressed={state.link} aria-haspopup="dialog" onClick={() => setLinking(true)}>
        Link
      </button>
      <button type="button" aria-disabled={!state.undo} onClick={() => editor.chain().focus().undo().run()}>
        Undo
      </button>
      <button type="button" aria-disabled={!state.redo} onClick={() => editor.chain().focus().redo().run()}>
        Redo
      </button>
      <Dialog open={linking} onClose={() => setLinking(false)} title="Link">
        <LinkForm editor={editor} onClose={() => setLinking(false)} />
      </Dialog>
    </div>
  );
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [href, setHref] = useState<string>((editor.getAttributes('link')['href'] as string | undefined) ?? '');
  const [problem, setProblem] = useState<string>();
  const isLink = editor.isActive('link');
  const put = () => {
    const checked = linkAddress.safeParse(href);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !isLink) {
      chain
        .insertContent({ type: 'text', text: checked.data, marks: [{ type: 'link', attrs: { href: checked.data } }] })
        .run();
    } else chain.setLink({ href: checked.data }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    // It stands inside the form of the page, which it must not send.
    <div>
      <div className="dialog__body">
        <div className="field">
          <label htmlFor="rich-link">Where it leads</label>
          <p className="field__hint" id="rich-link-hint">
            /about for a page of this site, or an address that begins with https://
          </p>
          <input
            ref={markInitialFocus}
            id="rich-link"
            className="input"
            value={href}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? 'rich-link-error rich-link-hint' : 'rich-link-hint'}
            onChange={({ target }) => setHref(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              put();
            }}
          />
          {problem && <FieldError id="rich-link-error" message={problem} />}
        </div>
      </div>
      <div className="dialog__foot">
        {isLink && (
          <button type="button" className="button button--quiet" onClick={remove}>
            Remove the link
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button button--primary" onClick={put}>
          {isLink ? 'Change the link' : 'Add the link'}
        </button>
      </div>
    </div>
  );
}
