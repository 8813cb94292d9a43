/** What the desk says of the work of others while it is open. */
export const live = {
  live: {
    cut: 'Ekkert samband frá kl.\u00a0{time}',
    back: 'Sambandið er komið aftur. Allt er eins og það er núna.',
    tooMuch: 'Margt hefur breyst – sýna',
    isHere: '{name} er með málið opið',
    isWriting: '{name} er að skrifa í málið',
    changed: 'Málið hefur breyst.',
    load: 'Sækja breytingar',
  },
} as const;
