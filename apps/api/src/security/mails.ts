import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';

/** Composes the e-mails about a new passkey and a removed one, which the identity service queues. */
export const securityMails = ({
  site,
}: {
  site: string;
}): { passkeyAdded: Compose; passkeyRemoved: Compose } => {
  const composeFor =
    (kind: 'passkeyAdded' | 'passkeyRemoved'): Compose =>
    async ({ subject, language, about: { at = '' } }) => {
      const t = textsIn(language);
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t(`${kind}Email|subject`),
        preheader: t('changeNotice|preheader'),
        body: [
          t(`${kind}Email|body`, { date: formatDate(language, dayOfInstant(new Date(at))) }),
          t('changeNotice|notYou'),
        ].join('\n\n'),
        button: { title: t('changeNotice|button'), url: site + pathOf('portal.settings', language) },
      };
    };
  return { passkeyAdded: composeFor('passkeyAdded'), passkeyRemoved: composeFor('passkeyRemoved') };
};
