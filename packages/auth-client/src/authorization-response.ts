import { AuthError, timeoutError } from './errors.ts';

/** The provider's answer to a popup or a frame (response mode web_message), as the fields of a redirect. */
export type Answer = URLSearchParams;

type Wait = {
  page: Window;
  /** Origin of the provider; a message from any other is not looked at. */
  origin: string;
  /** The window or frame that was opened; another one's answer is not ours. */
  from: () => MessageEventSource | null;
  milliseconds: number;
  /** Rejects before the time, for a window that was closed. */
  gone?: () => boolean;
};

/** Waits for the one message that answers (rules AUTH-6a, AUTH-9a); throws `timeout` or `cancelled`. */
export const waitForAnswer = ({ page, origin, from, milliseconds, gone }: Wait): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      page.removeEventListener('message', hear);
      clearTimeout(limit);
      clearInterval(watch);
    };
    const hear = (event: MessageEvent): void => {
      if (event.origin !== origin || event.source !== from()) return;
      if (event.data?.type !== 'authorization_response') return;
      end();
      resolve(new URLSearchParams(event.data.response));
    };
    const fail = (error: AuthError): void => {
      end();
      reject(error);
    };
    const limit = setTimeout(() => fail(timeoutError()), milliseconds);
    const watch = setInterval(() => {
      if (gone?.()) fail(new AuthError('cancelled', 'Popup closed'));
    }, 1_000);
    page.addEventListener('message', hear);
  });
