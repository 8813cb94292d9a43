import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Checkbox, Dialog, Stack } from '@hofn/ui';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { navigate, useTexts } from '../../engine/index.ts';
import styles from './DeskKeys.module.css';
import { useDeskChoice } from './desk-choices.ts';
import { controlKeys, listenForKeys, type PlaceKey, places } from './desk-keys.ts';

const HelpContext = createContext((): void => {});

/** All keys of the desk, and the switch that turns them off. */
const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts<'staff'>();
  const [isOn, setIsOn] = useDeskChoice('keys');
  const placeKeys = Object.keys(places) as PlaceKey[];
  const rows = [
    ...(['j', 'k', 'Enter', ...controlKeys] as const).map((key) => ({
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

/** Single keys on all screens of the staff portal, with their help (rule DESK-2). */
export const DeskKeys = ({ children }: { children: ReactNode }) => {
  const { language } = useTexts<'staff'>();
  const [isOn] = useDeskChoice('keys');
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const help = () => setIsHelpOpen(true);
  useEffect(() => {
    if (!isOn) return;
    return listenForKeys({
      help: () => setIsHelpOpen(true),
      go: (key) => {
        const [page, query] = places[key];
        void navigate(`${pathOf(page, language)}${query}`);
      },
    });
  }, [isOn, language]);
  return (
    <HelpContext value={help}>
      {children}
      {isHelpOpen && <KeysDialog onClose={() => setIsHelpOpen(false)} />}
    </HelpContext>
  );
};

/** Opens the list of keys, also where they are switched off. */
export const KeysButton = () => {
  const t = useTexts<'staff'>();
  const help = useContext(HelpContext);
  return (
    <span className={styles.button}>
      <Button kind="text" size="small" aria-haspopup="dialog" onClick={help}>
        {t('desk|keys')}
      </Button>
    </span>
  );
};
