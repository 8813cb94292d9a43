import { readFileSync } from 'node:fs';
import { themes } from '@hofn/ui/tokens.ts';

const sprite = readFileSync(new URL(import.meta.resolve('@hofn/ui/icons/icons.svg')), 'utf8');
const symbol = /<symbol id="logo"[\s\S]*?<\/symbol>/.exec(sprite)?.[0] ?? '';
/** The ring, the wave and the word, as in the sprite that pages use. */
const [ring = '', wave = '', word = ''] = [...symbol.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path ?? '');

const { button, lichen } = themes.light;

/** Draws the logo, 84 by 27 points, with its upper left corner at `x`, `y`. */
export const drawLogo = (doc: PDFKit.PDFDocument, x: number, y: number): void => {
  doc.save().translate(x, y).scale(0.75).lineWidth(3).lineCap('round').strokeColor(button);
  doc.path(ring).stroke();
  doc.path(wave).stroke();
  doc.circle(24.5, 5, 3.2).fill(lichen);
  doc.translate(40, 2).path(word).fill(button);
  doc.restore();
};
