/**
 * Interface of a chat widget, ours or another one, to the page: whether it is ready, and a button in its
 * markup that opens it.
 */
export type ChatWidget = { initialised: boolean };

declare global {
  interface Window {
    hofnChat?: ChatWidget;
  }
}

/** The widget's own button, by the class names that such widgets use. */
export const widgetButton = '.embeddedServiceHelpButton .helpButton .helpButtonEnabled';

/** Dispatched on window by the widget when it opens, closes or is minimised, as `detail` says. */
export const chatEvent = 'hofn:chat';
export type ChatEvent = CustomEvent<'opened' | 'closed'>;
/**
 * Dispatched to the widget when the user signs out of this browser or another user replaces them (rule
 * HELP-8).
 */
export const leaveEvent = 'hofn:chat-leave';
/** Dispatched to the widget when another part of the help opens. */
export const otherHelpEvent = 'hofn:other-help';
