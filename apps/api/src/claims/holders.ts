import { unprovedClaimTarget } from '../platform/uploads/uploads.ts';

/** Files of a draft, by its token. */
export const draftHolder = (token: string) => ({ kind: 'claimDraft', id: token });
/** Files of a claim that was filed without signing in, until it is known who filed it. */
export const noticeHolder = (id: string) => ({ kind: unprovedClaimTarget, id });
/** Files of a customer's claim. */
export const claimHolder = (id: string) => ({ kind: 'claim', id });
