import type { CardService } from './cards.ts';

/** The calls of a card service that holds nothing, for fakes that only charge. */
export const noHolds: Pick<CardService, 'hold' | 'settleHold' | 'release'> = {
  hold: async () => ({ state: 'declined' }),
  settleHold: async () => ({ state: 'cancelled' }),
  release: async () => ({ state: 'cancelled' }),
};
