import type { ChatWidget } from './widget-events.ts';

/** Poll interval until the widget is ready, in milliseconds (rule HELP-7). */
export const pollMs = 150;
/** Number of polls before timing out, after ten seconds. */
const maxPolls = Math.ceil(10_000 / pollMs);

type Parts = {
  /** Loads the widget. */
  load: () => Promise<unknown>;
  widget: () => ChatWidget | undefined;
  /** The widget's own button. */
  button: () => { click(): void } | null;
  /** Reports progress to the chat button, which spins while `loading` (rule HELP-6). */
  show: (state: 'loading' | 'ready' | 'failed' | 'offline') => void;
  online: () => boolean;
  log: (message: string, error?: unknown) => void;
  /** @returns a function that stops the polling */
  every: (run: () => void, ms: number) => () => void;
};

/**
 * Starts the chat: loads the widget, polls every 150 ms until it is ready, and clicks its button. Does not
 * check whether an agent is available (rule HELP-7). A second press while loading does nothing.
 */
export const createChatStart = (parts: Parts): (() => Promise<void>) => {
  const { load, widget, button, show, online, log, every } = parts;
  let pendingStart: Promise<void> | undefined;

  /** Resolves to false on timeout. */
  const waitUntilReady = (): Promise<boolean> =>
    new Promise((resolve) => {
      let polls = 0;
      const stop = every(() => {
        polls += 1;
        const isInitialised = widget()?.initialised === true;
        if (!isInitialised && polls < maxPolls) return;
        stop();
        resolve(isInitialised);
      }, pollMs);
    });

  const start = async (): Promise<void> => {
    show('loading');
    try {
      await load();
    } catch (error) {
      log('The chat could not be loaded.', error);
      show(online() ? 'failed' : 'offline');
      return;
    }
    if (!(await waitUntilReady())) {
      log('The chat widget was not ready in time.');
      show('failed');
      return;
    }
    show('ready');
    const widgetButton = button();
    if (widgetButton) widgetButton.click();
    else log('The chat widget has no button.');
  };

  return () => {
    pendingStart ??= start().finally(() => {
      pendingStart = undefined;
    });
    return pendingStart;
  };
};
