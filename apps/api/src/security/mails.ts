import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';

/** Composes the e-mail about a new passkey, which the identity service queues. */
export const securityMails = ({ site }: { site: string }): { passkeyAdded: Compose } => ({
  passkeyAdded: async ({ subject, language, about: { at = '' } }) => {
    const t = textsIn(language);
    return {
      language,
      ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
      subject: t('passkeyAddedEmail|subject'),
      preheader: t('changeNotice|preheader'),
      body: [
        t('passkeyAddedEmail|body', { date: formatDate(language, dayOfInstant(new Date(at))) }),
        t('changeNotice|notYou'),
      ].join('\n\n'),
      button: { title: t('changeNotice|button'), url: site + pathOf('portal.settings', language) },
    };
  },
});
