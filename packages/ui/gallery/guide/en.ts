import type { Guide } from './is.ts';

/** English advice by part. */
export const en: Guide = {
  Stack: {
    use: 'Things below each other at the same distance: paragraphs, fields, rows.',
    avoid: 'Not for things beside each other (Row, Grid), and not to widen a gap in one place.',
  },
  Row: {
    use: 'Buttons, tags or short facts beside each other; they wrap when the room runs out.',
    avoid: 'Not for columns of equal width (Grid), or actions that arrow keys should move between (Toolbar).',
  },
  Columns: {
    use: 'The main content and what goes with it: a price, facts, the next steps.',
    avoid: 'Not for two equal halves (Grid), and not where the aside is empty on most pages.',
  },
  Grid: {
    use: 'Cards, fields or figures of equal rank, as many in a line as fit.',
    avoid: 'Not for what is read across, line by line: that is a table.',
  },
  Card: {
    use: 'What can be picked up whole: a claim, a payment, an offer. A filled card goes with other content.',
    avoid:
      'Not around part of a page (Section), not a card in a card, and not for facts alone (DescriptionList).',
  },
  Toolbar: {
    use: 'Many actions on a list or a document: one tab stop, with arrow keys between them.',
    avoid: 'Not for the buttons of a form, or for two or three single actions (Row).',
  },
  Illustration: {
    use: 'Shows what the page is about, or what an empty place will hold. Each drawing once per page.',
    avoid: 'Not as decoration beside lists or tables, and not for actions (Icon).',
  },
  Section: {
    use: 'A titled part of a page, which screen readers can jump to.',
    avoid: 'Not for each card in a list: too many landmarks help nobody.',
  },
};
