import { unprovedHolder } from '../platform/uploads/uploads.ts';

/** What files are sent for: a claim that is being written, by the name of its draft. */
export const draftHolder = (token: string) => ({ kind: 'claimDraft', id: token });
/** A claim that was filed without signing in, while it is not known by whom. */
export const noticeHolder = (id: string) => ({ kind: unprovedHolder, id });
/** A claim of a customer. */
export const claimHolder = (id: string) => ({ kind: 'claim', id });
