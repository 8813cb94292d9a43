import type { PopupInfo } from '@hofn/contracts';
import { Button, Dialog } from '@hofn/ui';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { hasFieldErrors } from '../../forms/useServerErrors.ts';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { asApiError, useApi, useRefetch, useRefetchUser } from '../../session/index.ts';
import { ContactInputs, contactInputsOf } from '../contact/ContactInputs.tsx';
import { type ContactFields, contactFields } from '../contact/contact-fields.ts';
import { useDelayedClose } from './useDelayedClose.ts';

const schema = z.object(contactFields);

// Input that failed to save, with its user; retained until saved or until the page unloads (rule PAY-13c).
let unsavedInput: { userId: string; fields: ContactFields } | undefined;

type Props = {
  /** The signed-in user; unsaved input is never shown to another user. */
  userId: string;
  contact: Pick<PopupInfo, keyof ContactFields>;
  onClose: (outcome: 'done' | 'dismissed' | 'failed') => void;
  onReopen: () => void;
};

/** Asks the user to confirm e-mail and phones (rules PAY-13a to PAY-13c). */
export const ContactPopup = ({ userId, contact, onClose, onReopen }: Props) => {
  const t = useTexts<'portal'>();
  const formId = useId();
  const api = useApi();
  const refresh = useRefetch();
  const refreshUser = useRefetchUser();
  const restored = unsavedInput?.userId === userId ? unsavedInput.fields : undefined;
  const form = useForm({ schema, initial: restored ?? contactInputsOf(contact) });
  const [submission, setSubmission] = useState({ didSubmit: false, submitSuccess: false });
  const closeSoon = useDelayedClose(() => onClose(submission.submitSuccess ? 'done' : 'failed'));

  const submit = async (fields: ContactFields) => {
    setSubmission({ didSubmit: true, submitSuccess: false });
    try {
      await api.post('/api/user/v1/settings/popupinfo', {
        body: { type: 'contact-details-modal', ...fields },
      });
      unsavedInput = undefined;
      await refreshUser();
      refresh('/api/user/v1/settings/generalinfo');
      setNotification({ id: 'contactPopup', text: t('contactInfoPopup|updateSuccess') });
      setSubmission({ didSubmit: true, submitSuccess: true });
    } catch (caught) {
      const error = asApiError(caught);
      setSubmission({ didSubmit: !hasFieldErrors(error), submitSuccess: false });
      // Field errors are corrected in the popup; other failures close it.
      if (hasFieldErrors(error)) return form.setServerErrors(error.errors);
      unsavedInput = { userId, fields };
      setNotification({
        id: 'contactPopup',
        kind: 'error',
        text: t('contactInfoPopup|updateFailed'),
        action: { label: t('contactInfoPopup|openAgain'), run: onReopen },
      });
    }
    closeSoon();
  };

  return (
    <Dialog
      title={t('contactInfoPopup|title')}
      closeLabel={t('global|close')}
      onClose={() => {
        if (!submission.didSubmit) onClose('dismissed');
      }}
      size="large"
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            isLoading={submission.didSubmit}
            loadingLabel={t('settings|saving')}
          >
            {t('contactInfoPopup|confirm')}
          </Button>
          <Button kind="text" onClick={() => !submission.didSubmit && onClose('dismissed')}>
            {t('contactInfoPopup|later')}
          </Button>
        </>
      }
    >
      <SettingsSection description={t('contactInfoPopup|intro')}>
        <form id={formId} noValidate onSubmit={form.submit(submit)}>
          <FormErrors form={form} />
          <ContactInputs field={form.field} />
        </form>
      </SettingsSection>
    </Dialog>
  );
};
