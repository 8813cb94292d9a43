import type { PopupInfo } from '@hofn/contracts';
import { Button, Dialog, ErrorSummary } from '@hofn/ui';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { namesFields } from '../../forms/useRefused.ts';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { ApiError, unreachable, useApi, useRefresh, useRefreshUser } from '../../session/index.ts';
import { ContactInputs, typedOf } from '../contact/ContactInputs.tsx';
import { type ContactFields, contactFields } from '../contact/contact-fields.ts';
import { useClosing } from './useClosing.ts';

const schema = z.object(contactFields);

// What could not be saved, until it is or the page is left for good (rule PAY-13c); whose it is.
let typedBefore: { of: string; fields: ContactFields } | undefined;

type Props = {
  /** Who is asked; nobody else is shown what they typed. */
  of: string;
  known: Pick<PopupInfo, keyof ContactFields>;
  onClose: (outcome: 'done' | 'dismissed' | 'failed') => void;
  onOpenAgain: () => void;
};

/** Asks whether e-mail and phones are right (rules PAY-13a to PAY-13c). */
export const ContactPopup = ({ of, known, onClose, onOpenAgain }: Props) => {
  const t = useTexts<'portal'>();
  const formId = useId();
  const api = useApi();
  const refresh = useRefresh();
  const refreshUser = useRefreshUser();
  const before = typedBefore?.of === of ? typedBefore.fields : undefined;
  const form = useForm({ schema, initial: before ?? typedOf(known) });
  const [submitting, setSubmitting] = useState({ didSubmit: false, submitSuccess: false });
  const closeSoon = useClosing(() => onClose(submitting.submitSuccess ? 'done' : 'failed'));

  const submit = async (fields: ContactFields) => {
    setSubmitting({ didSubmit: true, submitSuccess: false });
    try {
      await api.post('/api/user/v1/settings/popupinfo', {
        body: { type: 'contact-details-modal', ...fields },
      });
      typedBefore = undefined;
      await refreshUser();
      refresh('/api/user/v1/settings/generalinfo');
      setNotification({ id: 'contactPopup', text: t('contactInfoPopup|updateSuccess') });
      setSubmitting({ didSubmit: true, submitSuccess: true });
    } catch (caught) {
      const error = caught instanceof ApiError ? caught : unreachable(caught);
      setSubmitting({ didSubmit: !namesFields(error), submitSuccess: false });
      // What can be mended in the form is mended there.
      if (namesFields(error)) return form.refused(error.errors);
      typedBefore = { of, fields };
      setNotification({
        id: 'contactPopup',
        kind: 'error',
        text: t('contactInfoPopup|updateFailed'),
        action: { label: t('contactInfoPopup|openAgain'), run: onOpenAgain },
      });
    }
    closeSoon();
  };

  return (
    <Dialog
      title={t('contactInfoPopup|title')}
      closeLabel={t('global|close')}
      onClose={() => {
        if (!submitting.didSubmit) onClose('dismissed');
      }}
      size="wide"
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            loading={submitting.didSubmit}
            loadingLabel={t('settings|saving')}
          >
            {t('contactInfoPopup|confirm')}
          </Button>
          <Button kind="text" onClick={() => !submitting.didSubmit && onClose('dismissed')}>
            {t('contactInfoPopup|later')}
          </Button>
        </>
      }
    >
      <SettingsSection description={t('contactInfoPopup|intro')}>
        <form id={formId} noValidate onSubmit={form.submit(submit)}>
          <ErrorSummary title={t('global|fixErrors', { n: form.summary.errors.length })} {...form.summary} />
          <ContactInputs field={form.field} />
        </form>
      </SettingsSection>
    </Dialog>
  );
};
