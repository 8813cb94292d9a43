import type { DecidedCover, StaffClaim } from '@hofn/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../session/index.ts';
import { assessedOf, type Line } from './lines.ts';

const pauseMs = 500;

/** What the core says of the lines of a decision while they are typed. */
export type Figures = { covers: readonly DecidedCover[]; payable: number; reasons: readonly string[] };

/** Asks the core what the lines would pay, once they can be read and nothing has been typed for a moment. */
export const useFigures = (
  caseId: string,
  { version }: Pick<StaffClaim, 'version'>,
  lines: readonly Line[],
): Figures | undefined => {
  const api = useApi();
  const [known, setKnown] = useState<{ of: string; figures: Figures }>();
  const assessed = assessedOf(lines);
  const asked = assessed && JSON.stringify(assessed);
  const ask = useEffectEvent(async (of: string, signal: AbortSignal) => {
    if (version === null) return;
    try {
      const { covers, payable, reasons } = await api.post('/api/staff/v1/cases/{id}/claim/preview', {
        params: { id: caseId },
        body: { version, covers: JSON.parse(of), reasons: null },
      });
      if (!signal.aborted) setKnown({ of, figures: { covers, payable, reasons } });
    } catch {
      // The figures are an aid while typing; sending the form says what is wrong.
    }
  });
  useEffect(() => {
    if (asked === undefined) return;
    const stopped = new AbortController();
    const timer = setTimeout(() => void ask(asked, stopped.signal), pauseMs);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [asked]);
  return known?.of === asked ? known?.figures : undefined;
};
