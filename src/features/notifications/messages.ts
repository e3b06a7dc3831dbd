import { cannotFind } from '../../platform/text/common-messages.ts';

export const NO_SUCH_NOTIFICATION = cannotFind('notification');
