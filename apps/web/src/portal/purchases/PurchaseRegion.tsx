import { Skeleton } from '@hofn/ui';
import type { ReactNode } from 'react';
import { MoreTexts } from '../../parts/MoreTexts.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { usePurchaseTexts } from './purchase-texts.ts';

/** Shows the screens of purchases once their texts are loaded. */
export const PurchaseRegion = ({ children }: { children: ReactNode }) => {
  const texts = usePurchaseTexts();
  if (texts.state === 'failed') return <Failed onRetry={texts.retry} />;
  if (texts.state === 'loading') return <Skeleton rows={4} />;
  return <MoreTexts texts={texts.part}>{children}</MoreTexts>;
};
