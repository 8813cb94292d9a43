import { errorText } from '@hofn/texts';
import { Alert, Button, StatusRegion, TextField } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ApiError, unreachable, useApi } from '../../session/index.ts';
import { makePasskey } from './make-passkey.ts';
import styles from './Security.module.css';

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'security|missingName'), z.maxLength(60, 'errorCode|tooLong')),
});

/** Makes a passkey in this device: a name to know it by, and then the device's own question. */
export const AddPasskey = ({ onAdded }: { onAdded: () => void }) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const form = useForm({ schema, initial: { name: '' } });
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<string>();
  const [done, setDone] = useState(false);

  const make = async (name: string): Promise<string | undefined> => {
    try {
      const made = await makePasskey(await api.post('/api/user/v1/settings/passkeys/options', { body: {} }));
      if (typeof made === 'string') return t(`passkeyNotMade|${made}`);
      await api.post('/api/user/v1/settings/passkeys', { body: { name, credential: made.credential } });
      return undefined;
    } catch (caught) {
      const { errorCode } = caught instanceof ApiError ? caught : unreachable(caught);
      return errorText(t, errorCode);
    }
  };
  const submit = form.submit(async ({ name }) => {
    setBusy(true);
    setDone(false);
    const failed = await make(name);
    setBusy(false);
    setTold(failed);
    if (failed !== undefined) return;
    setDone(true);
    form.reset({ name: '' });
    onAdded();
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <StatusRegion>{done && <Alert kind="success" title={t('security|passkeyAdded')} />}</StatusRegion>
      {told !== undefined && (
        <Alert kind="error" live title={t('security|passkeyNotMade')}>
          {told}
        </Alert>
      )}
      <TextField
        label={t('security|passkeyName')}
        hint={t('security|passkeyNameHint')}
        {...form.field('name')}
      />
      <div>
        <Button type="submit" loading={busy} loadingLabel={t('security|passkeyMaking')}>
          {t('security|passkeyAdd')}
        </Button>
      </div>
    </form>
  );
};
