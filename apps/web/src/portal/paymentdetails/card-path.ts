import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';

/** The id of the heading above the registered card. */
export const cardAnchor = 'card';

/** Where a card is registered: the section itself, below the payment method. */
export const cardPath = (language: Language): string =>
  `${pathOf('portal.settingsPayment', language)}#${cardAnchor}`;
