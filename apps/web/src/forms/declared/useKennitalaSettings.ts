import type { KennitalaSettings } from '@hofn/domain';
import { useRef, useState } from 'react';
import { apiAddress } from '../../session/settings.ts';

/** Accepts any well-formed kennitala; the API decides about check digits and test ids. */
const lenientKennitala: KennitalaSettings = { checkDigit: 'off', allowTestIds: true };

const fetchKennitalaSettings = async (): Promise<KennitalaSettings> => {
  const answer = await fetch(await apiAddress('/api/contentConfig/v1/general'));
  if (!answer.ok) return lenientKennitala;
  return ((await answer.json()) as { kennitala: KennitalaSettings }).kennitala;
};

/** Which kennitalas are accepted: any well-formed one until `load` has been called and answered. */
export const useKennitalaSettings = () => {
  const [kennitala, setKennitala] = useState(lenientKennitala);
  const isRequested = useRef(false);
  const load = (): void => {
    if (isRequested.current) return;
    isRequested.current = true;
    fetchKennitalaSettings().then(setKennitala, () => {
      isRequested.current = false;
    });
  };
  return { kennitala, load };
};
