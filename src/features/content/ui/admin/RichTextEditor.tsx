import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Dialog, markInitialFocus } from '../../../../ui/Dialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
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

/** A rich-text editor with a toolbar and keyboard shortcuts. @param props.labelledBy id of its label */
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
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  return (
    <div className="rich-text">
      <Toolbar editor={editor} controls={id} />
      <EditorContent editor={editor} />
    </div>
  );
}

const BLOCKS = { paragraph: 'Paragraph', 2: 'Heading', 3: 'Smaller heading', 4: 'Smallest heading' } as const;

const TOOLS = [
  { label: 'Bold', icon: <b>B</b>, name: 'bold', toggle: 'toggleBold' },
  { label: 'Italic', icon: <i>I</i>, name: 'italic', toggle: 'toggleItalic' },
  { label: 'List', icon: 'List', name: 'bulletList', toggle: 'toggleBulletList' },
  { label: 'Numbered list', icon: '1. List', name: 'orderedList', toggle: 'toggleOrderedList' },
  { label: 'Quotation', icon: 'Quote', name: 'blockquote', toggle: 'toggleBlockquote' },
] as const;

function Toolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      block: ([2, 3, 4] as const).find((level) => now.isActive('heading', { level })) ?? 'paragraph',
      activeTools: TOOLS.map(({ name }) => now.isActive(name)),
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
          onClick={() => editor.chain().focus()[toggle]().run()}
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
  const setLinkOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setLink();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    // Not a form element: it is inside the form of the page editor.
    <div>
      <div className="dialog__body">
        <Field
          id="rich-link"
          label="Link to"
          hint="/about for a page of this site, or a web address that starts with https://"
          error={problem}
          registration={{ value: href, onKeyDown: setLinkOnEnter }}
        >
          {(control) => <input {...control} ref={markInitialFocus} onChange={({ target }) => setHref(target.value)} />}
        </Field>
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
