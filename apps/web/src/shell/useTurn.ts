import { useState } from 'react';

/** How often the page has changed to another subject: 0 until it first does. As a `key` it makes a part start afresh. */
export const useTurn = (subject: string | undefined): number => {
  const [shown, setShown] = useState({ subject, turn: 0 });
  if (subject !== undefined && subject !== shown.subject)
    setShown({ subject, turn: shown.subject === undefined ? 0 : shown.turn + 1 });
  return shown.turn;
};
