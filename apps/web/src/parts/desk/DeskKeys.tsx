import { rolesNamed } from '@hofn/domain/staff-roles.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Checkbox, Dialog, Stack } from '@hofn/ui';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { navigate, useTexts } from '../../engine/index.ts';
import { useSession } from '../../session/index.ts';
import styles from './DeskKeys.module.css';
import { useDeskChoice } from './desk-choices.ts';
import { controlKeys, listenForKeys, type PlaceKey, placeKeysOf, places } from './desk-keys.ts';

/** All keys of the desk, and the switch that turns them off. */
const KeysDialog = ({ placeKeys, onClose }: { placeKeys: readonly PlaceKey[]; onClose: () => void }) => {
  const t = useTexts<'staff'>();
  const [isOn, setIsOn] = useDeskChoice('keys');
  const rows = [
    ...(['j', 'k', 'Enter', 'x', ...controlKeys] as const).map((key) => ({
      keys: [key],
      text: t(`desk|key.${key}`),
    })),
    ...placeKeys.map((key) => ({ keys: ['g', key], text: t(`desk|go.${key}`) })),
    { keys: ['?'], text: t('desk|key.?') },
  ];
  return (
    <Dialog title={t('desk|keys')} closeLabel={t('global|close')} onClose={onClose} size="large">
      <Stack>
        <Checkbox
          label={t('desk|keysOn')}
          checked={isOn}
          onChange={({ target }) => setIsOn(target.checked)}
        />
        <dl className={styles.keys}>
          {rows.map(({ keys, text }) => (
            <div key={text}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Dialog>
  );
};

/** Single keys on all screens of the staff portal, and below each screen their list, where they are switched off (rule DESK-2). */
export const DeskKeys = ({ children }: { children: ReactNode }) => {
  const t = useTexts<'staff'>();
  const { language } = t;
  const { user } = useSession();
  const [isOn] = useDeskChoice('keys');
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const roles = user?.roles;
  const placeKeys = useMemo(
    () => placeKeysOf(rolesNamed(Array.isArray(roles) ? roles.map(String) : [])),
    [roles],
  );
  useEffect(() => {
    if (!isOn) return;
    return listenForKeys({
      placeKeys,
      onHelp: () => setIsHelpOpen(true),
      onGo: (key) => {
        const [page, query] = places[key];
        void navigate(`${pathOf(page, language)}${query}`);
      },
    });
  }, [isOn, placeKeys, language]);
  return (
    <>
      {children}
      <p className={styles.button}>
        <Button kind="text" size="small" aria-haspopup="dialog" onClick={() => setIsHelpOpen(true)}>
          {t('desk|keys')}
        </Button>
      </p>
      {isHelpOpen && <KeysDialog placeKeys={placeKeys} onClose={() => setIsHelpOpen(false)} />}
    </>
  );
};
