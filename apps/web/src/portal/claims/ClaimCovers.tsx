import type { Claim } from '@hofn/contracts';
import { useLoadedTexts } from '../../claims/form-texts.ts';
import { MoreTexts } from '../../parts/MoreTexts.tsx';
import { Covers } from './filing/Covers.tsx';

/** Which policies and covers would pay for a filed claim, as on its receipt, until it is decided (rule LIFE-13). */
export const ClaimCovers = ({ claim }: { claim: Claim & { loss: NonNullable<Claim['loss']> } }) => {
  const texts = useLoadedTexts();
  const { loss, dateOfLoss, policy } = claim;
  // The page works without this.
  if (texts.state !== 'ready') return null;
  return (
    <MoreTexts texts={texts.part}>
      <Covers
        line={loss.line}
        causes={loss.causes}
        dateOfLoss={dateOfLoss}
        policy={policy?.id ?? ''}
        details={{ licensePlate: loss.plate ?? '' }}
        isFiled
      />
    </MoreTexts>
  );
};
