/**
 * What a chat widget shows of itself to the page, ours or one that takes its place: whether it is ready, and a button
 * in its own markup that opens it.
 */
export type ChatWidget = { initialised: boolean };

declare global {
  interface Window {
    hofnChat?: ChatWidget;
  }
}

/** The widget's own button, by the class names that widgets of this kind have. */
export const widgetButton = '.embeddedServiceHelpButton .helpButton .helpButtonEnabled';

/** Told to the window by the widget when it opens, and when it closes or is minimised: `detail` says which. */
export const chatEvent = 'hofn:chat';
export type ChatEvent = CustomEvent<'opened' | 'closed'>;
/** Told to the widget when whoever is signed in leaves this browser, or another has taken their place (rule HELP-8). */
export const leaveEvent = 'hofn:chat-leave';
/** Told to the widget when something else of the help opens. */
export const otherHelpEvent = 'hofn:other-help';
