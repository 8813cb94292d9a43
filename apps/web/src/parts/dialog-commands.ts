/**
 * What a button has that opens or closes a dialog by the browser's own command, before any script has come. In a browser
 * without commands `older-browsers.ts` does it.
 */
export const command = (dialogId: string, name: 'show-modal' | 'close') => ({
  command: name,
  commandfor: dialogId,
});

/** An open popover, also in a browser that has none of its own. `:is` takes a name that a browser does not know. */
export const openPopover = ':is(:popover-open, [data-popover-open])';
