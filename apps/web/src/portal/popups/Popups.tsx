import type { PopupInfo } from '@hofn/contracts';
import type { Popup } from '@hofn/contracts/popups.ts';
import { useEffect, useState } from 'react';
import { useCall, useSend, useUser } from '../../session/index.ts';
import { isStaffHost } from '../../session/staff-host.ts';
import { hide, storedAsHidden } from '../../shell/hidden-popups.ts';
import { BankPopup } from './BankPopup.tsx';
import { CardPopup } from './CardPopup.tsx';
import { ContactPopup } from './ContactPopup.tsx';
import { actsForSelf, candidateOf, popupToShow } from './popup-order.ts';
import { UnsavedContact } from './UnsavedContact.tsx';

/** Settings ask for all of it anyway; and nobody is interrupted while they sign in or fetch a document. */
const restsOn = (page: string): boolean =>
  /^(login|requestCredentials|docdl|dataGatewayFile|cardVerification|portal\.(settings|fileClaim|claimDraft|signDocument))/.test(
    page,
  );

/** The popups that ask a customer for what we lack, one at a time (rule PAY-19). */
const Popups = ({ page }: { page: string }) => {
  const user = useUser();
  // Put away without an answer: for this page only, unless it is hidden for the visit as well.
  const [away, setAway] = useState<readonly Popup[]>([]);
  const [checked, setChecked] = useState<Partial<Record<Popup, boolean>>>({});
  const [active, setActive] = useState<Popup>();
  // The details on file when the customer's changes to them could not be saved.
  const [unsaved, setUnsaved] = useState<PopupInfo>();
  const { send } = useSend('/api/user/v1/savepopup');

  const rests = restsOn(page);
  // Left behind, by a link in it or the back button: it is not for the page that one came to.
  // Or the page now shows a subject that is not asked.
  const isMeant = !rests && user.data !== undefined && actsForSelf(user.data);
  if (active && user.data && !isMeant) setActive(undefined);

  const deciding = {
    isStaff: isStaffHost(location.hostname),
    rests,
    user: user.data,
    isHidden: (popup: Popup) => away.includes(popup) || storedAsHidden(popup),
    checked,
  };
  const candidate = active ? undefined : candidateOf(deciding);
  const check = useCall('/api/user/v1/checkpopup', {
    query: { popup: candidate ?? 'card' },
    enabled: candidate !== undefined,
  });
  const answer = candidate && check.state === 'ready' ? check.data.show : undefined;
  useEffect(() => {
    if (candidate && answer !== undefined) setChecked((known) => ({ ...known, [candidate]: answer }));
  }, [candidate, answer]);

  // Once it stands it stays until it closes itself: what it changes would else take it away too soon.
  const next = active ? undefined : popupToShow(deciding);
  useEffect(() => {
    if (next) setActive(next);
  }, [next]);

  const close = (popup: Popup, outcome: 'done' | 'dismissed' | 'failed') => {
    setActive(undefined);
    setAway((all) => [...all, popup]);
    if (popup === 'contact') setUnsaved(outcome === 'failed' ? user.data?.popupinfo : undefined);
    if (outcome === 'failed') return;
    hide(popup);
    void send({ body: { popup, outcome } });
  };

  if (!user.data || !isMeant) return null;
  const openContact = () => setActive('contact');
  switch (active) {
    case 'card':
      return <CardPopup onClose={(outcome) => close('card', outcome)} />;
    case 'bank':
      return <BankPopup onClose={(outcome) => close('bank', outcome)} />;
    case 'contact':
      return (
        <ContactPopup
          of={user.data.id}
          known={user.data.popupinfo}
          onClose={(outcome) => close('contact', outcome)}
          onOpenAgain={openContact}
        />
      );
    case undefined:
      // Details that were changed since, in the settings, are no longer these.
      return (
        unsaved === user.data.popupinfo && <UnsavedContact of={user.data.id} onOpenAgain={openContact} />
      );
  }
};

export default Popups;
