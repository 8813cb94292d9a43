/** Removes features that some browsers from the last three years lack. Runs in the page before any other script. */
export const removeNewerFeatures = (): void => {
  const removed: [object, string[]][] = [
    [HTMLButtonElement.prototype, ['command', 'commandForElement']],
    [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
    [HTMLDialogElement.prototype, ['closedBy', 'requestClose']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [URL, ['parse']],
    [AbortSignal, ['any']],
  ];
  for (const [target, names] of removed) for (const name of names) Reflect.deleteProperty(target, name);
  // The browser still knows the attributes and would act on them.
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (target instanceof Element && target.closest('[commandfor], [popovertarget]'))
        event.preventDefault();
    },
    { capture: true },
  );
  const styles = new CSSStyleSheet();
  styles.replaceSync('[popover][data-popover-open] { display: block !important; z-index: 10; }');
  document.adoptedStyleSheets.push(styles);
};
