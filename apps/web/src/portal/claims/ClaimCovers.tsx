import type { Claim } from '@hofn/contracts';
import { useCallback } from 'react';
import { FormTextsContext, loadFormTexts } from '../../claims/form-texts.ts';
import { importOnDemand } from '../../engine/chunks.ts';
import { useTexts } from '../../engine/index.ts';
import { useLazyPart } from '../../engine/use-lazy-part.ts';

const loadCovers = importOnDemand(() => import('./filing/Covers.tsx'));

/** Which policies and covers would pay for a filed claim, as on its receipt, until it is decided (rule LIFE-13). */
export const ClaimCovers = ({ claim }: { claim: Claim & { loss: NonNullable<Claim['loss']> } }) => {
  const { language } = useTexts<'portal'>();
  const load = useCallback(
    async () => ({ texts: await loadFormTexts(language), Covers: (await loadCovers()).Covers }),
    [language],
  );
  const loaded = useLazyPart(load);
  const { loss, dateOfLoss, policy } = claim;
  // The page works without this.
  if (loaded.state !== 'ready') return null;
  const { texts, Covers } = loaded.part;
  return (
    <FormTextsContext value={texts}>
      <Covers
        line={loss.line}
        causes={loss.causes}
        dateOfLoss={dateOfLoss}
        policy={policy?.id ?? ''}
        details={{ licensePlate: loss.plate ?? '' }}
        isFiled
      />
    </FormTextsContext>
  );
};
