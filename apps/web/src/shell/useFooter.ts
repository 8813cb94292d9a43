import { useEffect, useState } from 'react';
import type { Footer, Site } from '../content/site.ts';
import type { Language } from '../engine/types.ts';
import { loadSettings } from '../session/settings.ts';
import { askFooter } from './live-footer.ts';

const asked = new Map<Language, Promise<Footer | undefined>>();

const footerNow = (language: Language, builtIn: Site): Promise<Footer | undefined> => {
  const known = asked.get(language);
  if (known) return known;
  const asking = loadSettings().then(
    ({ contentOrigin }) => (contentOrigin ? askFooter(contentOrigin, language, builtIn) : undefined),
    () => undefined,
  );
  asked.set(language, asking);
  return asking;
};

// What is on the screen comes first: pictures and the pages behind links that are in sight.
const settleMs = 500;

const whenIdle = (run: () => void): void => {
  // Safari has no idle callback.
  const idle = 'requestIdleCallback' in window ? window.requestIdleCallback : setTimeout;
  setTimeout(() => idle(run), settleMs);
};

/**
 * The footer with its opening hours: what was built in at first, and what the content service has now as soon as it
 * has answered, asked for once in a visit and language when the browser is idle (rules SITE-5 and CALL-5).
 */
export const useFooter = (language: Language, site: Site): Footer => {
  const [live, setLive] = useState<{ language: Language; footer: Footer }>();
  useEffect(() => {
    let wanted = true;
    whenIdle(async () => {
      const footer = wanted ? await footerNow(language, site) : undefined;
      if (wanted && footer) setLive({ language, footer });
    });
    return () => {
      wanted = false;
    };
  }, [language, site]);
  return live?.language === language ? live.footer : site.footer;
};
