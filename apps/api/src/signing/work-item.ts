import type { CaseMatter } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOfInstant } from '@hofn/texts';
import { contactOf, matterIdOf, type WorkItemKind } from '../platform/work-items.ts';
import { createSigningStore } from './store.ts';

/**
 * A document that a customer was asked to sign and that cannot be signed, as staff read it (rule DESK-14). Its case closes
 * when its sender sends another file; staff who have dealt with it otherwise say how in a note.
 */
export const signingWorkItem = (db: Db): WorkItemKind => ({
  describe: async ({ row, customer, reader }) => {
    const document = customer && (await createSigningStore(db).one(customer, reader, matterIdOf(row)));
    if (!document) return undefined;
    const { id, title, issuedOn, signBy, policy, claim, unsignableAt } = document;
    const matter: CaseMatter = {
      ...{ kind: 'signing', documentId: id, title, issuedOn, signBy, policy, claim },
      unsignableSince: unsignableAt && dayOfInstant(new Date(unsignableAt)),
    };
    return { matter, ...contactOf(customer), files: [], messages: [] };
  },
  closesWithNote: async () => true,
});
