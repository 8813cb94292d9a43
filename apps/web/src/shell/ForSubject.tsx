import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { takeChosen, useActFor, useSessionParts, useUser } from '../session/index.ts';
import { setNotification } from './notices.ts';

const id = 'acting';

/** How often the page has come to be of another customer: 0 until it first is. */
const useTurn = (subject: string | undefined): number => {
  const [shown, setShown] = useState({ subject, turn: 0 });
  if (subject !== undefined && subject !== shown.subject)
    setShown({ subject, turn: shown.subject === undefined ? 0 : shown.turn + 1 });
  return shown.turn;
};

/**
 * The screen of one customer: as soon as the page is of another it begins anew, so that nothing that was typed or opened
 * for one stands under the name of the other. Where the right to act has ended, or the choice was changed in another
 * window, the reader is told (rules ACC-3, ACC-5).
 */
export const ForSubject = ({ children }: { children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const user = useUser().data;
  const { actFor } = useActFor();
  const turn = useTurn(user?.currentProxyUser.id);
  const ended = user?.endedProxyUser?.fullName;
  const own = user?.ssn;
  const { queries } = useSessionParts();
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (ended === undefined || own === undefined || told.current === ended) return;
    told.current = ended;
    setNotification({ id, kind: 'error', text: t('acting|accessEnded', { name: ended }) });
    // Said to the service too: until then it makes no call that could be meant for the other.
    void actFor(own).then((came) => {
      // Told once and asked once, so that a service which fails is not asked without end.
      if (came === true) told.current = undefined;
    });
  });
  const subject = user?.currentProxyUser.id;
  const seen = useRef(turn);
  useEffect(() => {
    if (subject === undefined || seen.current === turn) return;
    seen.current = turn;
    if (takeChosen(queries, subject) || ended !== undefined) return;
    setNotification({ id, kind: 'error', text: t('errorCode|subjectChanged') });
  });
  return <Fragment key={turn}>{children}</Fragment>;
};
