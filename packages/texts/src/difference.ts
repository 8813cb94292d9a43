import { formatMoney } from './format.ts';
import type { Language } from './language.ts';

/** A difference in whole krónur, with its sign: `+1.234 kr.` and `+ISK 1,234`. */
export const formatDifference = (language: Language, isk: number): string =>
  `${isk > 0 ? '+' : ''}${formatMoney(language, isk)}`;
