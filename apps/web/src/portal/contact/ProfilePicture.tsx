import { uploadLimits } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button } from '@hofn/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { ApiError, unreachable, useApi, useRefreshUser, useUser } from '../../session/index.ts';
import { PersonMark } from '../../shell/PersonMark.tsx';
import styles from './ProfilePicture.module.css';

const path = '/api/user/v1/profilepicture';

type Work = 'save' | 'remove';
const words = {
  save: { done: 'settings|pictureSaved', failed: 'settings|pictureFailed' },
  remove: { done: 'settings|pictureRemoved', failed: 'settings|pictureRemoveFailed' },
} as const;

/** Sets and removes the picture; the person is asked for anew before either is said to be done. */
const useChange = () => {
  const t = useTexts<'portal'>();
  const refreshUser = useRefreshUser();
  const [busy, setBusy] = useState<Work>();
  const [failed, setFailed] = useState<{ work: Work; reason: string }>();
  const change = async (work: Work, send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(work);
    setFailed(undefined);
    try {
      await send();
      await refreshUser();
      setNotification({ id: 'profilePicture', text: t(words[work].done) });
    } catch (caught) {
      const { errors, errorCode } = caught instanceof ApiError ? caught : unreachable(caught);
      setFailed({ work, reason: errors.picture?.[0] ?? errorText(t, errorCode) });
    }
    setBusy(undefined);
  };
  const refuse = (reason: string) => setFailed({ work: 'save', reason: errorText(t, reason) });
  return { busy, failed, change, refuse };
};

const PictureForm = () => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const { data: user } = useUser();
  const { busy, failed, change, refuse } = useChange();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const has = Boolean(user?.profilePicture);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    if (!file) return;
    if (file.size > uploadLimits.bytes) refuse('uploadTooLarge');
    else void change('save', () => api.bytes(path, file, {}));
  };
  const remove = () =>
    change('remove', async () => {
      await api.delete(path);
      // The pressed button goes with the picture.
      choose.current?.focus();
    });
  return (
    <>
      <div className={styles.row}>
        <PersonMark name={user?.fullName} picture={user?.profilePicture} large />
        <div className={styles.buttons}>
          <Button
            ref={choose}
            kind="secondary"
            loading={busy === 'save'}
            loadingLabel={t('settings|pictureSaving')}
            onClick={() => input.current?.click()}
          >
            {t(has ? 'settings|pictureChange' : 'settings|pictureAdd')}
          </Button>
          {has && (
            <Button
              kind="text"
              loading={busy === 'remove'}
              loadingLabel={t('settings|pictureRemoving')}
              onClick={() => void remove()}
            >
              {t('settings|pictureRemove')}
            </Button>
          )}
        </div>
        <input ref={input} type="file" accept="image/jpeg,image/png" hidden onChange={take} />
      </div>
      {failed && (
        <Alert kind="error" live title={t(words[failed.work].failed)}>
          {failed.reason}
        </Alert>
      )}
    </>
  );
};

/** One's picture, chosen and taken away (rule DATA-2); nobody who acts for another, or views them, is shown it. */
export const ProfilePicture = () => {
  const t = useTexts<'portal'>();
  const self = useIsSelf();
  return (
    self && (
      <SettingsSection title={t('settings|picture')} description={t('settings|pictureHelp')}>
        <PictureForm />
      </SettingsSection>
    )
  );
};
