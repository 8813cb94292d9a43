import type { Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';

const known = {
  unknownCharge: 'refundFault|unknownCharge',
  aboveCharge: 'refundFault|aboveCharge',
  cardClosed: 'refundFault|cardClosed',
} as const;

/** Why a card service refused a refund: its own code where it is not one of those that we know. */
export const faultText = (code: string | null, language: Language): string => {
  const t = textsIn(language);
  return code !== null && Object.hasOwn(known, code)
    ? t(known[code as keyof typeof known])
    : t('refundFault|other', { code: code ?? '–' });
};
