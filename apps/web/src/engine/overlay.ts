import { type ComponentType, useSyncExternalStore } from 'react';

// What is drawn over any page, brought by the code that needs it: a page without forms does not load it.
let overlay: ComponentType | undefined;
let onChange = (): void => {};

/** Has the page's shell draw a component over every page from now on. */
export const setOverlay = (component: ComponentType): void => {
  overlay = component;
  onChange();
};

// A document has one shell, for as long as it is open.
const subscribe = (notify: () => void): (() => void) => {
  onChange = notify;
  return () => {};
};
const read = (): ComponentType | undefined => overlay;

/** The component to draw over the page; undefined until something has brought one. */
export const useOverlay = (): ComponentType | undefined => useSyncExternalStore(subscribe, read, read);
