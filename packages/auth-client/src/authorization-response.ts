import { AuthError, timeoutError } from './errors.ts';

/** The authorization response received by a popup or frame (response mode web_message), as redirect parameters. */
export type Answer = URLSearchParams;

type Wait = {
  page: Window;
  /** Origin of the provider; messages from other origins are ignored. */
  origin: string;
  /** The popup or frame; messages from other sources are ignored. */
  from: () => MessageEventSource | null;
  milliseconds: number;
  /** Whether the popup has been closed, which ends the wait early. */
  isClosed?: () => boolean;
};

/** Waits for the authorization response (rules AUTH-6a, AUTH-9a); throws `timeout` or `cancelled`. */
export const waitForAnswer = ({ page, origin, from, milliseconds, isClosed }: Wait): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      page.removeEventListener('message', onMessage);
      clearTimeout(limit);
      clearInterval(watch);
    };
    const onMessage = (event: MessageEvent): void => {
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
      if (isClosed?.()) fail(new AuthError('cancelled', 'Popup closed'));
    }, 1_000);
    page.addEventListener('message', onMessage);
  });
