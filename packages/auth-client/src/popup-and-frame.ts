import { type Answer, waitForAnswer } from './authorization-response.ts';
import { AuthError } from './errors.ts';

/** Delay before removing a frame after its response, in milliseconds: it may still be loading (AUTH-9a). */
export const frameCleanup = 2_000;
/** Size of the popup (rule AUTH-9a). */
export const popupSize = { width: 400, height: 600 } as const;

/** Opens an empty popup; browsers allow this only directly in a click handler, before any `await`. */
export const openPopup = (page: Window): Window => {
  const { width, height } = popupSize;
  const left = page.screenX + (page.innerWidth - width) / 2;
  const top = page.screenY + (page.innerHeight - height) / 2;
  const popup = page.open(
    '',
    'hofn-sign-in',
    `popup,left=${left},top=${top},width=${width},height=${height}`,
  );
  if (!popup) throw new AuthError('popup_open', 'Could not open popup');
  return popup;
};

/** Sends the popup to the URL, waits for the response and closes it. */
export const askPopup = async (
  page: Window,
  popup: Window,
  url: string,
  milliseconds: number,
): Promise<Answer> => {
  popup.location.href = url;
  try {
    return await waitForAnswer({
      page,
      origin: new URL(url).origin,
      from: () => popup,
      milliseconds,
      isClosed: () => popup.closed,
    });
  } finally {
    popup.close();
  }
};

/** Requests a response in a hidden frame, relying on the provider's session (`prompt=none`). */
export const askFrame = async (page: Window, url: string, milliseconds: number): Promise<Answer> => {
  const frame = page.document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
  // Enough to read the provider's cookie and to post the response. Not allowed: navigating our page, popups, dialogs.
  frame.sandbox = 'allow-scripts allow-same-origin';
  frame.src = url;
  page.document.body.append(frame);
  const answer = waitForAnswer({
    page,
    origin: new URL(url).origin,
    from: () => frame.contentWindow,
    milliseconds,
  });
  answer.then(
    () => setTimeout(() => frame.remove(), frameCleanup),
    () => frame.remove(),
  );
  return answer;
};
