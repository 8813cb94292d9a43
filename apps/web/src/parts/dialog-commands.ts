/**
 * Attributes of a button that opens or closes a dialog by the browser's command, without scripts. `older-browsers.ts`
 * handles browsers without commands.
 */
export const command = (dialogId: string, name: 'show-modal' | 'close') => ({
  command: name,
  commandfor: dialogId,
});

/** Selector of an open popover, native or not. `:is` tolerates a selector that the browser does not support. */
export const openPopover = ':is(:popover-open, [data-popover-open])';
