import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, isConflict, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { RecordBar } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { CONTENT_KEY } from '../../editing/client.ts';
import { publishFooter, publishMenu, publishPage } from '../../editing/contract.ts';
import { State } from './State.tsx';
import { PUBLISHED } from '../../messages.ts';
import './editor.css';

const WIDTHS = { desk: 'Desk', phone: 'Phone' } as const;

/**
 * Shows content as everyone would see it if its draft were published: the page itself, in a frame.
 * @param props.address of the page
 */
export function Preview(props: {
  api: Api;
  name: string;
  title: string;
  address: string;
  version: number;
  isPublished: boolean;
  hasDraft: boolean;
}) {
  const { api, name, title, address, version, isPublished, hasDraft } = props;
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [width, setWidth] = useState<keyof typeof WIDTHS>('desk');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const publish = async () => {
    setState({ busy: true });
    try {
      if (name === 'menu') await api(publishMenu, { version });
      else if (name === 'footer') await api(publishFooter, { version });
      else await api(publishPage, { name, version });
      setState({ busy: false });
      toast({ text: PUBLISHED });
      await queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
      await router.invalidate();
    } catch (error) {
      setState({ busy: false, error });
      // What somebody else has saved meanwhile is looked at before it is published.
      if (isConflict(error)) await router.invalidate();
    }
  };
  const canPublish = hasDraft && !state.busy;
  return (
    <main id="content" tabIndex={-1} className="record-page preview">
      <RecordBar back={{ href: `/admin/content/${name}`, label: 'Back to editing' }}>
        <div className="preview__widths" role="group" aria-label="Width">
          {(Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]).map((shape) => (
            <button
              key={shape}
              type="button"
              className="button button--compact"
              aria-pressed={shape === width}
              onClick={() => setWidth(shape)}
            >
              {WIDTHS[shape]}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="button button--compact"
          aria-disabled={!canPublish}
          onClick={() => canPublish && void publish()}
        >
          Publish
        </button>
      </RecordBar>
      <div className="preview__head">
        <h1 className="display">Preview: {title}</h1>
        <State published={isPublished} draftAt={hasDraft ? '' : null} />
      </div>
      {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
      <div className={`preview__stage preview__stage--${width}`}>
        {/* One of our own pages, rendered as for a visitor. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe key={version} title={`${title}, as everyone would see it`} src={address} />
      </div>
    </main>
  );
}
