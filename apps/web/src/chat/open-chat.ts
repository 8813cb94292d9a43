import type { ChatWidget } from './widget-events.ts';

/** How often the widget is looked at until it is ready, in milliseconds (rule HELP-7). */
export const pollMs = 150;
/** How often it is looked at before it is taken for one that does not come: for ten seconds. */
const mostLooks = Math.ceil(10_000 / pollMs);

type Parts = {
  /** Brings the widget into the page. */
  load: () => Promise<unknown>;
  widget: () => ChatWidget | undefined;
  /** The widget's own button. */
  button: () => { click(): void } | null;
  /** Says how far it is, for whoever shows it: the chat button spins while `loading` (rule HELP-6). */
  show: (state: 'loading' | 'ready' | 'failed' | 'offline') => void;
  online: () => boolean;
  note: (message: string, error?: unknown) => void;
  /** @returns what ends it */
  every: (run: () => void, ms: number) => () => void;
};

/**
 * Makes what starts the chat: brings the widget in, looks every 150 ms whether it is ready, and then presses its button.
 * Whether an agent is there is not asked (rule HELP-7). A second press while it loads changes nothing.
 */
export const createChatStart = (parts: Parts): (() => Promise<void>) => {
  const { load, widget, button, show, online, note, every } = parts;
  let starting: Promise<void> | undefined;

  /** False when it was not ready in all that time. */
  const ready = (): Promise<boolean> =>
    new Promise((resolve) => {
      let looks = 0;
      const stop = every(() => {
        looks += 1;
        const initialised = widget()?.initialised === true;
        if (!initialised && looks < mostLooks) return;
        stop();
        resolve(initialised);
      }, pollMs);
    });

  const start = async (): Promise<void> => {
    show('loading');
    try {
      await load();
    } catch (error) {
      note('The chat could not be loaded.', error);
      show(online() ? 'failed' : 'offline');
      return;
    }
    if (!(await ready())) {
      note('The chat widget was not ready in time.');
      show('failed');
      return;
    }
    show('ready');
    const found = button();
    if (found) found.click();
    else note('The chat widget has no button.');
  };

  return () => {
    starting ??= start().finally(() => {
      starting = undefined;
    });
    return starting;
  };
};
