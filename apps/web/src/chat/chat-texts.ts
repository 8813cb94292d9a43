import type { chat } from '@hofn/texts/catalogue/is/chat.ts';
import type { Translate } from '@hofn/texts/translator.ts';

/** The texts of the visitor's chat. */
export type ChatTexts = Translate<typeof chat>;
