import { errorText } from '@hofn/texts';
import { Alert, Button, StatusRegion, TextField } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { useForm } from '../forms/useForm.ts';
import { asApiError, useApi } from '../session/index.ts';
import { type Area, securityPaths } from './calls.ts';
import { makePasskey } from './make-passkey.ts';
import { passkeyNameSchema } from './passkey-name.ts';
import styles from './Security.module.css';

/** Creates a passkey on this device: asks for a name, then the device asks the user to confirm. */
export const AddPasskey = ({ area, onAdded }: { area: Area; onAdded: () => void }) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const form = useForm({ schema: passkeyNameSchema, initial: { name: '' }, focusesField: true });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isAdded, setIsAdded] = useState(false);

  const addPasskey = async (name: string): Promise<string | undefined> => {
    try {
      const result = await makePasskey(
        await api.post(`${securityPaths[area]}/passkeys/options`, { body: {} }),
      );
      if (typeof result === 'string') return t(`passkeyNotMade|${result}`);
      await api.post(`${securityPaths[area]}/passkeys`, { body: { name, credential: result.credential } });
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
        <Alert kind="error" isLive title={t('security|passkeyNotMade')}>
          {failure}
        </Alert>
      )}
      <TextField
        label={t('security|passkeyName')}
        hint={t('security|passkeyNameHint')}
        {...form.field('name')}
      />
      <div>
        <Button type="submit" isLoading={isBusy} loadingLabel={t('security|passkeyMaking')}>
          {t('security|passkeyAdd')}
        </Button>
      </div>
    </form>
  );
};
