import { useEffect } from 'react';

/** What a button has that opens or closes a dialog by the browser's own command, before any script has come. */
export const command = (dialogId: string, name: 'show-modal' | 'close') => ({
  command: name,
  commandfor: dialogId,
});

/** Opens and closes dialogs by script in a browser without commands, once that is here. */
export const useDialogCommands = (): void => {
  useEffect(() => {
    if ('commandForElement' in HTMLButtonElement.prototype) return;
    const press = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('[commandfor]') : null;
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
      if (!(dialog instanceof HTMLDialogElement)) return;
      if (button?.getAttribute('command') === 'close') dialog.close();
      else dialog.showModal();
    };
    document.addEventListener('click', press);
    return () => document.removeEventListener('click', press);
  }, []);
};
