import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../engine/index.ts';
import { clearNotifications, setNotification } from '../parts/notices.ts';
import { takeChosen, useActFor, useSessionParts, useUser } from '../session/index.ts';
import { focusHeading, focusHeadingIfLost } from './focus-heading.ts';
import { useTurn } from './useTurn.ts';

const id = 'acting';

/**
 * The screen of one subject. When the page changes to another it starts afresh, so that nothing that was typed, opened or
 * announced for one is under the name of the other (rule HOLD-2). Where the right to act has ended, or the choice was
 * changed in another window, a notification says so (rules ACC-3, ACC-5).
 * @param title of the document, for a screen that names what it shows only once that has come
 */
export const ForSubject = ({ title, children }: { title: string; children: ReactNode }) => {
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
    // Focus may be in the header, where the choice was made.
    if (takeChosen(queries, subject)) return focusHeading();
    if (ended !== undefined) return;
    setNotification({ id, kind: 'error', text: t('errorCode|subjectChanged') });
  });
  const drawn = useRef(turn);
  useLayoutEffect(() => {
    if (drawn.current === turn) return;
    drawn.current = turn;
    // It may name a policy or a claim of the former subject.
    document.title = title;
    clearNotifications(id);
    // The element that had the focus was removed with the former subject's screen, or with the acting bar.
    focusHeadingIfLost();
  });
  return <Fragment key={turn}>{children}</Fragment>;
};
