import { useEffect, useState } from 'react';
import { fetchFooter } from '../content/live-footer.ts';
import type { Footer, Site } from '../content/site.ts';
import type { Language } from '../engine/types.ts';
import { loadSettings } from '../session/settings.ts';

const requests = new Map<Language, Promise<Footer | undefined>>();

const requestFooter = (language: Language, builtIn: Site): Promise<Footer | undefined> => {
  const existing = requests.get(language);
  if (existing) return existing;
  const request = loadSettings().then(
    ({ contentOrigin }) => (contentOrigin ? fetchFooter(contentOrigin, language, builtIn) : undefined),
    () => undefined,
  );
  requests.set(language, request);
  return request;
};

// Pictures and prefetched pages have priority.
const delayMs = 500;

const whenIdle = (run: () => void): void => {
  // Safari has no idle callback.
  const idle = 'requestIdleCallback' in window ? window.requestIdleCallback : setTimeout;
  setTimeout(() => idle(run), delayMs);
};

/**
 * The footer with its opening hours: the built-in one, replaced by the content service's, which is requested once per
 * visit and language when the browser is idle (rules SITE-5 and CALL-5).
 */
export const useFooter = (language: Language, site: Site): Footer => {
  const [live, setLive] = useState<{ language: Language; footer: Footer }>();
  useEffect(() => {
    let isMounted = true;
    whenIdle(async () => {
      const footer = isMounted ? await requestFooter(language, site) : undefined;
      if (isMounted && footer) setLive({ language, footer });
    });
    return () => {
      isMounted = false;
    };
  }, [language, site]);
  return live?.language === language ? live.footer : site.footer;
};
