import { uploadLimits } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button } from '@hofn/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { asApiError, useApi, useRefetchUser, useUser } from '../../session/index.ts';
import { Avatar } from '../../shell/Avatar.tsx';
import styles from './ProfilePicture.module.css';

const path = '/api/user/v1/profilepicture';

type PictureAction = 'save' | 'remove';
const actionTexts = {
  save: { done: 'settings|pictureSaved', failed: 'settings|pictureFailed' },
  remove: { done: 'settings|pictureRemoved', failed: 'settings|pictureRemoveFailed' },
} as const;

/** Saves or removes the picture, and refetches the user before reporting success. */
const usePictureChange = () => {
  const t = useTexts<'portal'>();
  const refreshUser = useRefetchUser();
  const [busyAction, setBusyAction] = useState<PictureAction>();
  const [failure, setFailure] = useState<{ action: PictureAction; reason: string }>();
  const change = async (action: PictureAction, send: () => Promise<unknown>) => {
    if (busyAction) return;
    setBusyAction(action);
    setFailure(undefined);
    try {
      await send();
      await refreshUser();
      setNotification({ id: 'profilePicture', text: t(actionTexts[action].done) });
    } catch (caught) {
      const { errors, errorCode } = asApiError(caught);
      setFailure({ action, reason: errors.picture?.[0] ?? errorText(t, errorCode) });
    }
    setBusyAction(undefined);
  };
  const reject = (reason: string) => setFailure({ action: 'save', reason: errorText(t, reason) });
  return { busy: busyAction, failed: failure, change, reject };
};

const PictureForm = () => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const { data: user } = useUser();
  const { busy, failed, change, reject } = usePictureChange();
  const fileInput = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const hasPicture = Boolean(user?.profilePicture);
  const uploadChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // Allow choosing the same file again.
    currentTarget.value = '';
    if (!file) return;
    if (file.size > uploadLimits.bytes) reject('uploadTooLarge');
    else void change('save', () => api.bytes(path, file, {}));
  };
  const remove = () =>
    change('remove', async () => {
      await api.delete(path);
      // The remove button disappears with the picture.
      chooseButton.current?.focus();
    });
  return (
    <>
      <div className={styles.row}>
        <Avatar name={user?.fullName} picture={user?.profilePicture} size="large" />
        <div className={styles.buttons}>
          <Button
            ref={chooseButton}
            kind="secondary"
            isLoading={busy === 'save'}
            loadingLabel={t('settings|pictureSaving')}
            onClick={() => fileInput.current?.click()}
          >
            {t(hasPicture ? 'settings|pictureChange' : 'settings|pictureAdd')}
          </Button>
          {hasPicture && (
            <Button
              kind="text"
              isLoading={busy === 'remove'}
              loadingLabel={t('settings|pictureRemoving')}
              onClick={() => void remove()}
            >
              {t('settings|pictureRemove')}
            </Button>
          )}
        </div>
        <input ref={fileInput} type="file" accept="image/jpeg,image/png" hidden onChange={uploadChosen} />
      </div>
      {failed && (
        <Alert kind="error" isLive title={t(actionTexts[failed.action].failed)}>
          {failed.reason}
        </Alert>
      )}
    </>
  );
};

/** Uploads and removes the user's picture (rule DATA-2); hidden while acting for or viewing someone else. */
export const ProfilePicture = () => {
  const t = useTexts<'portal'>();
  const isSelf = useIsSelf();
  return (
    isSelf && (
      <SettingsSection title={t('settings|picture')} description={t('settings|pictureHelp')}>
        <PictureForm />
      </SettingsSection>
    )
  );
};
