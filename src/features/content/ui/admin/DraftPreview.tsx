import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, isConflict, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { RecordBar } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { CONTENT_KEY } from '../../editing/client.ts';
import { footerRoutes, menuRoutes, publishPage } from '../../editing/contract.ts';
import { PublishingState } from './PublishingState.tsx';
import { PUBLISHED } from '../../messages.ts';
import './editor.css';

const WIDTHS = { desktop: 'Desktop', phone: 'Phone' } as const;

/** Preview of a draft: the public page in a frame at `path`, with the draft in place of the published version. */
export function DraftPreview(props: {
  api: Api;
  name: string;
  title: string;
  path: string;
  version: number;
  isPublished: boolean;
  hasDraft: boolean;
}) {
  const { api, name, title, path, version, isPublished, hasDraft } = props;
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [width, setWidth] = useState<keyof typeof WIDTHS>('desktop');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const publish = async () => {
    setState({ busy: true });
    try {
      if (name === 'menu') await api(menuRoutes.publish, { version });
      else if (name === 'footer') await api(footerRoutes.publish, { version });
      else await api(publishPage, { name, version });
      setState({ busy: false });
      toast({ text: PUBLISHED });
      await queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
      await router.invalidate();
    } catch (error) {
      setState({ busy: false, error });
      // Somebody else has saved a newer draft: show it before it can be published.
      if (isConflict(error)) await router.invalidate();
    }
  };
  const canPublish = hasDraft && !state.busy;
  return (
    <main id="content" tabIndex={-1} className="record-page draft-preview">
      <RecordBar back={{ href: `/admin/content/${name}`, label: 'Back to editing' }}>
        <div className="draft-preview__widths" role="group" aria-label="Width">
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
      <div className="draft-preview__header">
        <h1 className="display">Preview: {title}</h1>
        <PublishingState published={isPublished} draftAt={hasDraft ? '' : null} />
      </div>
      {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
      <div className={`draft-preview__viewport draft-preview__viewport--${width}`}>
        {/* A page of this site, rendered as for a visitor. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe key={version} title={`Preview of ${title}`} src={path} />
      </div>
    </main>
  );
}
