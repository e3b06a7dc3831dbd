import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Dialog, markInitialFocus } from '../../../../ui/Dialog.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { linkAddress } from '../../editing/schema.ts';

/** Only HTML that pages may contain. Styles come from the page's CSS, as the content security policy blocks injected ones. */
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
 * A rich-text editor with a toolbar and keyboard shortcuts.
 * @param props.labelledBy id of its label
 */
export default function RichTextEditor(props: {
  id: string;
  labelledBy: string;
  html: string;
  onChange: (html: string) => void;
}) {
  const { id, labelledBy, html, onChange } = props;
  /** The HTML that the editor currently has. */
  const currentHtml = useRef(html);
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
      currentHtml.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(currentHtml.current);
    },
  });
  useEffect(() => {
    // Update the editor only for changes from outside, such as a reset or a merge.
    if (html === currentHtml.current) return;
    currentHtml.current = html;
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
  readonly icon: ReactNode;
  readonly isActive: (editor: Editor) => boolean;
  readonly toggle: (editor: Editor) => void;
}

const BLOCKS = { paragraph: 'Paragraph', 2: 'Heading', 3: 'Smaller heading', 4: 'Smallest heading' } as const;

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    icon: <b>B</b>,
    isActive: (editor) => editor.isActive('bold'),
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: <i>I</i>,
    isActive: (editor) => editor.isActive('italic'),
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'List',
    icon: 'List',
    isActive: (editor) => editor.isActive('bulletList'),
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: '1. List',
    isActive: (editor) => editor.isActive('orderedList'),
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quotation',
    icon: 'Quote',
    isActive: (editor) => editor.isActive('blockquote'),
    toggle: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

function Toolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      block: ([2, 3, 4] as const).find((level) => now.isActive('heading', { level })) ?? 'paragraph',
      activeTools: TOOLS.map(({ isActive }) => isActive(now)),
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
      <select aria-label="Paragraph style" value={state.block} onChange={({ target }) => setBlock(target.value)}>
        {Object.entries(BLOCKS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {TOOLS.map(({ label, icon, toggle }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-pressed={state.activeTools[index]}
          onClick={() => toggle(editor)}
        >
          {icon}
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
  const setLink = () => {
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
    // Not a form element: it is inside the form of the page editor.
    <div>
      <div className="dialog__body">
        <div className="field">
          <label htmlFor="rich-link">Link to</label>
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
              setLink();
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
        <button type="button" className="button button--primary" onClick={setLink}>
          {isLink ? 'Change the link' : 'Add the link'}
        </button>
      </div>
    </div>
  );
}
