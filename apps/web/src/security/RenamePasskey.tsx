import type { Passkey } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, Dialog, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { useForm } from '../forms/useForm.ts';
import { setNotification } from '../parts/notices.ts';
import { usePost } from '../session/index.ts';
import { type Area, securityPaths } from './calls.ts';
import { passkeyNameSchema } from './passkey-name.ts';
import styles from './Security.module.css';

type Props = { area: Area; passkey: Passkey; onRenamed: () => void; onClose: () => void };

/** Gives a passkey another name. */
export const RenamePasskey = ({ area, passkey: { id, name }, onRenamed, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const { send, state, error } = usePost(`${securityPaths[area]}/passkeys/{id}`);
  const form = useForm({ schema: passkeyNameSchema, initial: { name }, focusesField: true });
  const isBusy = state === 'sending';
  const submit = form.submit(async (body) => {
    if (!(await send({ params: { id }, body }))) return;
    setNotification({ id: 'security', text: t('security|passkeyRenamed') });
    onRenamed();
    onClose();
  });
  return (
    <Dialog
      title={t('security|passkeyRenameOf', { name })}
      closeLabel={t('global|close')}
      onClose={() => !isBusy && onClose()}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {error && <Alert kind="error" isLive title={errorText(t, error.errorCode)} />}
        <TextField label={t('security|passkeyName')} {...form.field('name')} />
        <div>
          <Button type="submit" isLoading={isBusy} loadingLabel={t('security|passkeyRenaming')}>
            {t('security|save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
