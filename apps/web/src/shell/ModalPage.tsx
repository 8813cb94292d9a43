import { type Catalogue, createTranslator } from '@hofn/texts/translator.ts';
import { Button } from '@hofn/ui';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { ShownContext, useLinkPaths } from '../engine/App.tsx';
import type { Modal } from '../engine/app-shell.ts';
import { Boundary } from '../engine/Boundary.tsx';
import { type Catalogues, TextsContext } from '../engine/texts.ts';
import { Failed } from './Failed.tsx';
import styles from './ModalPage.module.css';

/**
 * A page as a modal over the one that it was opened from (rule PATH-13a), with its own address. Closing it goes back in
 * the history, to the page below (rule PATH-13b).
 */
const ModalPage = ({ page, location }: Modal) => {
  const links = useLinkPaths();
  const dialog = useRef<HTMLDialogElement>(null);
  const { Template } = page.parts;
  const { data, pageContext } = page.data.result;
  const { language, title } = pageContext;
  const t = useMemo(
    () => createTranslator(language, page.staticQueries.texts as Catalogue & Catalogues['site']),
    [language, page],
  );
  const shownContext = useMemo(() => ({ shown: { page, location }, links }), [page, location, links]);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('h1')?.focus();
    // The browser restores the focus.
    return () => element?.close();
  }, []);

  return (
    // If the router removed the dialog, its `close` event must not go back again.
    <dialog
      ref={dialog}
      className={styles.dialog}
      lang={language}
      aria-label={title}
      onClose={({ currentTarget }) => currentTarget.isConnected && history.back()}
    >
      <form method="dialog" className={styles.bar}>
        <Button type="submit" kind="text" icon="close">
          {t('shell|closeWindow')}
        </Button>
      </form>
      <ShownContext value={shownContext}>
        <TextsContext value={t}>
          <Boundary fallback={<Failed />}>
            <Template data={data} context={pageContext} location={location} />
          </Boundary>
        </TextsContext>
      </ShownContext>
    </dialog>
  );
};

export default ModalPage;
