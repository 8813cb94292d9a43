/**
 * The page's interface to a chat widget, ours or a third party's: a ready flag, and a button in the widget's
 * markup that opens the chat.
 */
export type ChatWidget = { initialised: boolean };

declare global {
  interface Window {
    hofnChat?: ChatWidget;
  }
}

/** Selector of the widget's own button, by the class names of the third-party widget. */
export const widgetButton = '.embeddedServiceHelpButton .helpButton .helpButtonEnabled';

/** Dispatched on window by the widget; minimising counts as closing in `detail`. */
export const chatEvent = 'hofn:chat';
export type ChatEvent = CustomEvent<'opened' | 'closed'>;
/**
 * Dispatched to the widget when the user signs out of this browser or a different user signs in (rule
 * HELP-8).
 */
export const leaveEvent = 'hofn:chat-leave';
/** Dispatched to the widget when another part of the help panel opens. */
export const otherHelpEvent = 'hofn:other-help';
