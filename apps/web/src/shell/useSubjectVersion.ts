import { useState } from 'react';

/** How often the page's subject has changed. As a `key`, it remounts a component at each change. */
export const useSubjectVersion = (subject: string | undefined): number => {
  const [current, setCurrent] = useState({ subject, version: 0 });
  if (subject !== undefined && subject !== current.subject)
    setCurrent({ subject, version: current.subject === undefined ? 0 : current.version + 1 });
  return current.version;
};
