import { useEffect, useState } from 'react';
import { type ChatHours, type ClosedChat, closedAt } from './opening.ts';

/** How long the chat waits for its hours before it counts as open, in milliseconds. */
const patienceMs = 2_000;
const minuteMs = 60_000;

/** Whether the chat is closed now, read again each minute; `isKnown` once that has been asked for. */
export const useClosedChat = (
  isShown: boolean,
  loadHours: () => Promise<ChatHours | undefined>,
): { isKnown: boolean; closed: ClosedChat | undefined } => {
  const [known, setKnown] = useState<{ hours: ChatHours | undefined }>();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isShown) return undefined;
    let isMounted = true;
    const timer = setTimeout(() => setKnown((before) => before ?? { hours: undefined }), patienceMs);
    void loadHours().then((hours) => {
      if (isMounted) setKnown({ hours });
    });
    setNow(new Date());
    const clock = setInterval(() => setNow(new Date()), minuteMs);
    return () => {
      isMounted = false;
      clearTimeout(timer);
      clearInterval(clock);
    };
  }, [isShown, loadHours]);
  return { isKnown: known !== undefined, closed: closedAt(known?.hours, now) };
};
