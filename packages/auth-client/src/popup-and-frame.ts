import { type Answer, waitForAnswer } from './answer.ts';
import { AuthError } from './errors.ts';

/** How long an answered frame stays, in milliseconds: browsers dislike one that goes while it still loads (AUTH-9a). */
export const frameCleanup = 2_000;
/** Size of the sign-in window (rule AUTH-9a). */
export const popupSize = { width: 400, height: 600 } as const;

/** Opens the sign-in window, empty: the browser allows it only at once after a click, before any waiting. */
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

/** Signs in within the window and closes it. */
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
      gone: () => popup.closed,
    });
  } finally {
    popup.close();
  }
};

/** Asks the provider in a hidden frame, where nobody can answer but its session (`prompt=none`). */
export const askFrame = async (page: Window, url: string, milliseconds: number): Promise<Answer> => {
  const frame = page.document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
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
