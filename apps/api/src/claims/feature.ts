import { type Declarations, defineFeature } from '../feature.ts';
import type { Services } from '../services.ts';
import { createClaimChanges } from './changes.ts';
import { createClaimActing } from './decisions/acting.ts';
import { approvableClaimActs } from './decisions/approvable.ts';
import { claimDecisionHandlers } from './decisions/routes.ts';
import { createFiling, forgetDrafts } from './filing.ts';
import { claimMails } from './mails.ts';
import { claimNoticeHandlers } from './notice-routes.ts';
import { forgetNotices } from './notice-store.ts';
import {
  createNoticeJoin,
  createNoticeReceipt,
  createNotices,
  noticeJoinQueue,
  noticeReceiptQueue,
} from './notices.ts';
import { claimData } from './personal-data.ts';
import { claimHandlers } from './routes.ts';
import { claimWorkItem } from './work-item.ts';

const handlersOf = (services: Services, all: Declarations) => {
  const changes = createClaimChanges(services);
  const filing = createFiling({ ...services, changes });
  return {
    ...claimHandlers({ ...services, changes, filing }),
    ...claimDecisionHandlers(services, {
      ...{ kinds: all.workItems, approvable: all.approvable, acting: createClaimActing(services) },
    }),
    ...claimNoticeHandlers({ ...services, notices: createNotices(services) }),
  };
};

/** Claims of customers, and claims that are filed without signing in. */
export const claims = defineFeature({
  name: 'claims',
  handlers: handlersOf,
  mails: claimMails,
  queues: [
    {
      queue: noticeJoinQueue,
      events: ['claim.noticeMatched'],
      work: (services) => createNoticeJoin({ ...services, changes: createClaimChanges(services) }),
    },
    { queue: noticeReceiptQueue, work: createNoticeReceipt },
  ],
  jobs: [
    { name: 'claimDrafts.forget', at: '25 3 * * *', run: forgetDrafts },
    { name: 'claimNotices.forget', at: '19 3 * * *', run: ({ db, clock }) => forgetNotices(db, clock.now()) },
  ],
  repeated: [
    {
      name: 'claims.askAgain',
      everyMs: 2000,
      create: (services) => createClaimActing(services).performWaiting,
    },
  ],
  approvable: approvableClaimActs,
  workItems: (services) => ({ claim: claimWorkItem(services, createClaimChanges(services)) }),
  personalData: claimData,
});
