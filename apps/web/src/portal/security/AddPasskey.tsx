import { errorText } from '@hofn/texts';
import { Alert, Button, StatusRegion, TextField } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { asApiError, useApi } from '../../session/index.ts';
import { makePasskey } from './make-passkey.ts';
import styles from './Security.module.css';

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'security|missingName'), z.maxLength(60, 'errorCode|tooLong')),
});

/** Creates a passkey on this device: asks for a name, then the device asks the user to confirm. */
export const AddPasskey = ({ onAdded }: { onAdded: () => void }) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const form = useForm({ schema, initial: { name: '' }, focusesField: true });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isAdded, setIsAdded] = useState(false);

  const addPasskey = async (name: string): Promise<string | undefined> => {
    try {
      const result = await makePasskey(
        await api.post('/api/user/v1/settings/passkeys/options', { body: {} }),
      );
      if (typeof result === 'string') return t(`passkeyNotMade|${result}`);
      await api.post('/api/user/v1/settings/passkeys', { body: { name, credential: result.credential } });
      return undefined;
    } catch (caught) {
      const { errorCode } = asApiError(caught);
      return errorText(t, errorCode);
    }
  };
  const submit = form.submit(async ({ name }) => {
    setIsBusy(true);
    setIsAdded(false);
    const message = await addPasskey(name);
    setIsBusy(false);
    setFailure(message);
    if (message !== undefined) return;
    setIsAdded(true);
    form.reset({ name: '' });
    onAdded();
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <StatusRegion>{isAdded && <Alert kind="success" title={t('security|passkeyAdded')} />}</StatusRegion>
      {failure !== undefined && (
        <Alert kind="error" live title={t('security|passkeyNotMade')}>
          {failure}
        </Alert>
      )}
      <TextField
        label={t('security|passkeyName')}
        hint={t('security|passkeyNameHint')}
        {...form.field('name')}
      />
      <div>
        <Button type="submit" loading={isBusy} loadingLabel={t('security|passkeyMaking')}>
          {t('security|passkeyAdd')}
        </Button>
      </div>
    </form>
  );
};
