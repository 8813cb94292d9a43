import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import styles from './ThemeSwitch.module.css';
import { chooseTheme, type Theme, themeOf, themes } from './visitor-choices.ts';

const texts = { system: 'shell|themeSystem', light: 'shell|themeLight', dark: 'shell|themeDark' } as const;

/** Choice of theme: that of the device, light or dark. Hidden without scripts. */
export const ThemeSwitch = () => {
  const t = useTexts();
  const [theme, setTheme] = useState<Theme>('system');
  const select = useRef<HTMLSelectElement>(null);
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value) ?? 'system';
    chooseTheme(chosen);
    setTheme(chosen);
  };
  useEffect(() => {
    // The server does not know the visitor's choice, and the select may have been changed before hydration.
    const early = themes.find((name) => name === select.current?.value) ?? 'system';
    if (early !== 'system') chooseTheme(early);
    setTheme(themeOf(document.documentElement));
  }, []);
  return (
    <label className={styles.switch}>
      <span>{t('shell|theme')}</span>
      <select value={theme} ref={select} onChange={({ target }) => choose(target.value)}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {t(texts[name])}
          </option>
        ))}
      </select>
    </label>
  );
};
