import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../engine/index.ts';
import { clearNotifications, setNotification } from '../parts/notices.ts';
import { consumeOwnSwitch, useActFor, useSessionParts, useUser } from '../session/index.ts';
import { focusHeading, focusHeadingIfLost } from './focus-heading.ts';
import { useSubjectVersion } from './useSubjectVersion.ts';

const id = 'acting';

/**
 * Remounts its children when the subject changes, so that no input, dialog or notification of one subject is shown for
 * another (rule HOLD-2). Shows a notification if the grant has ended, or if the subject was switched in another
 * window (rules ACC-3, ACC-5).
 * @param title document title until the screen has loaded its own
 */
export const ForSubject = ({ title, children }: { title: string; children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const user = useUser().data;
  const { actFor } = useActFor();
  const version = useSubjectVersion(user?.currentProxyUser.id);
  const endedName = user?.endedProxyUser?.fullName;
  const ownSsn = user?.ssn;
  const { queries } = useSessionParts();
  const notified = useRef<string>(undefined);
  useEffect(() => {
    if (endedName === undefined || ownSsn === undefined || notified.current === endedName) return;
    notified.current = endedName;
    setNotification({ id, kind: 'error', text: t('acting|accessEnded', { name: endedName }) });
    // Switch back in the API too: until then it refuses calls that could be for the previous subject.
    void actFor(ownSsn).then((result) => {
      // Notify and reset once, to avoid a retry loop.
      if (result === 'switched') notified.current = undefined;
    });
  });
  const subject = user?.currentProxyUser.id;
  const handledVersion = useRef(version);
  useEffect(() => {
    if (subject === undefined || handledVersion.current === version) return;
    handledVersion.current = version;
    // The focus may still be on the control in the header that made the switch.
    if (consumeOwnSwitch(queries, subject)) return focusHeading();
    if (endedName !== undefined) return;
    setNotification({ id, kind: 'error', text: t('errorCode|subjectChanged') });
  });
  const renderedVersion = useRef(version);
  useLayoutEffect(() => {
    if (renderedVersion.current === version) return;
    renderedVersion.current = version;
    // The title may name the previous subject's policy or claim.
    document.title = title;
    clearNotifications(id);
    // The focused element was removed with the previous subject's screen, or with the acting bar.
    focusHeadingIfLost();
  });
  return <Fragment key={version}>{children}</Fragment>;
};
