import type { PopupInfo } from '@hofn/contracts';
import type { Popup } from '@hofn/contracts/popups.ts';
import { useEffect, useState } from 'react';
import { useCall, usePost, useUser } from '../../session/index.ts';
import { isStaffHost } from '../../session/staff-host.ts';
import { hideForVisit, isHiddenForVisit } from '../../shell/hidden-popups.ts';
import { BankPopup } from './BankPopup.tsx';
import { CardPopup } from './CardPopup.tsx';
import { ContactPopup } from './ContactPopup.tsx';
import { actsForSelf, nextPopup, popupToShow } from './popup-order.ts';
import { UnsavedContact } from './UnsavedContact.tsx';

/** No popups on settings pages, which ask for the same details, nor during sign-in or a download. */
const isSuppressedOn = (page: string): boolean =>
  /^(login|requestCredentials|docdl|dataGatewayFile|cardVerification|portal\.(settings|fileClaim|claimDraft|signDocument))/.test(
    page,
  );

/** Pages that say what is overdue and take its payment. */
const showsOverdue = (page: string): boolean => page === 'portal.base' || page === 'portal.payments';

/**
 * Whether popups wait, because the page says first what is overdue (rule LIFE-45); also until that is known, and after it
 * was paid, because the page then confirms the payment.
 */
const useWaits = (page: string, canShow: boolean): boolean => {
  const [pageWithOverdue, setPageWithOverdue] = useState<string>();
  const enabled = canShow && showsOverdue(page);
  const overview = useCall('/api/policy/v3/overview', { enabled });
  const isOverdue = enabled && Boolean(overview.data?.overdue);
  if (isOverdue && pageWithOverdue !== page) setPageWithOverdue(page);
  if (pageWithOverdue && pageWithOverdue !== page && !isOverdue) setPageWithOverdue(undefined);
  return isOverdue || (enabled && (overview.state === 'loading' || pageWithOverdue === page));
};

/** Popups that ask the customer for missing details, one at a time and one per screen (rule PAY-19). */
const Popups = ({ page }: { page: string }) => {
  const user = useUser();
  // The page on which the last one was closed: the next waits until the customer opens another.
  const [closedOn, setClosedOn] = useState<string>();
  if (closedOn && closedOn !== page) setClosedOn(undefined);
  // `hidden-popups.ts` also stores some for the visit.
  const [dismissed, setDismissed] = useState<readonly Popup[]>([]);
  const [checked, setChecked] = useState<Partial<Record<Popup, boolean>>>({});
  const [active, setActive] = useState<Popup>();
  // The registered details at the time when saving failed.
  const [unsaved, setUnsaved] = useState<PopupInfo>();
  const { send } = usePost('/api/user/v1/savepopup');

  const isSuppressed = isSuppressedOn(page);
  // Close the popup if the user navigated to a page where it is suppressed, or the page shows another
  // subject.
  const canShow = !isSuppressed && user.data !== undefined && actsForSelf(user.data);
  if (active && user.data && !canShow) setActive(undefined);

  const isStaff = isStaffHost(location.hostname);
  const waits = useWaits(page, canShow && !isStaff);
  const popupState = {
    isStaff,
    isSuppressed: isSuppressed || waits || closedOn === page,
    user: user.data,
    isHidden: (popup: Popup) => dismissed.includes(popup) || isHiddenForVisit(popup),
    checked,
  };
  const candidate = active ? undefined : nextPopup(popupState);
  const check = useCall('/api/user/v1/checkpopup', {
    query: { popup: candidate ?? 'card' },
    enabled: candidate !== undefined,
  });
  const isConfirmed = candidate && check.state === 'ready' ? check.data.show : undefined;
  useEffect(() => {
    if (candidate && isConfirmed !== undefined)
      setChecked((previous) => ({ ...previous, [candidate]: isConfirmed }));
  }, [candidate, isConfirmed]);

  // An open popup stays open until it closes itself: saving changes the data that opened it.
  const next = active ? undefined : popupToShow(popupState);
  useEffect(() => {
    if (next) setActive(next);
  }, [next]);

  const close = (popup: Popup, outcome: 'done' | 'dismissed' | 'failed') => {
    setActive(undefined);
    setClosedOn(page);
    setDismissed((previous) => [...previous, popup]);
    if (popup === 'contact') setUnsaved(outcome === 'failed' ? user.data?.popupinfo : undefined);
    if (outcome === 'failed') return;
    hideForVisit(popup);
    void send({ body: { popup, outcome } });
  };

  if (!user.data || !canShow) return null;
  const openContact = () => setActive('contact');
  switch (active) {
    case 'card':
      return <CardPopup onClose={(outcome) => close('card', outcome)} />;
    case 'bank':
      return <BankPopup onClose={(outcome) => close('bank', outcome)} />;
    case 'contact':
      return (
        <ContactPopup
          userId={user.data.id}
          contact={user.data.popupinfo}
          onClose={(outcome) => close('contact', outcome)}
          onReopen={openContact}
        />
      );
    case undefined:
      // Hidden if the details have since been changed in settings.
      return (
        unsaved === user.data.popupinfo && <UnsavedContact userId={user.data.id} onReopen={openContact} />
      );
  }
};

export default Popups;
