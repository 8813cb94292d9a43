import { isObject } from '../documents/values.ts';

const cookieName = 'io.prismic.preview';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const fromJson = (text: string): string | undefined => {
  try {
    const sessions: unknown = JSON.parse(text);
    if (!isObject(sessions)) return undefined;
    for (const session of Object.values(sessions)) {
      if (isObject(session) && typeof session.preview === 'string') return session.preview;
    }
  } catch {
    // Not written by the toolbar: no preview.
  }
  return undefined;
};

/**
 * The reference of a preview session, from the preview cookie: the reference itself, or the toolbar's
 * `{"<repository>.prismic.io": {"preview": …}}`.
 */
export const previewRefOf = (cookies: string | undefined): string | undefined => {
  for (const part of (cookies ?? '').split(';')) {
    const [name, ...rest] = part.trim().split('=');
    if (name !== cookieName) continue;
    const value = decoded(rest.join('='));
    return value.startsWith('{') ? fromJson(value) : value || undefined;
  }
  return undefined;
};
