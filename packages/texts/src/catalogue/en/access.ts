import type { Translation } from '../../translator.ts';
import type { access as icelandic } from '../is/access.ts';

/** Access permits, and acting for another. English. */
export const access = {
  accessRole: {
    Readonly: 'Read-only access',
    ReadonlyMay: 'Sees policies, claims, documents and payments, and changes nothing.',
    Full: 'Full access',
    FullMay: 'Sees everything, and can also file claims, pay, answer offers and send us requests and files.',
    Admin: 'Administrator access',
    AdminMay: 'Can do all of this, and also manages who has access, the email address and phone numbers.',
  },
} satisfies Translation<typeof icelandic>;
