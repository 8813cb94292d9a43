import { Alert, Button, DelayedLoading } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { importOnDemand } from '../engine/chunks.ts';
import { useLazyPart } from '../engine/use-lazy-part.ts';
import type { PriceForm } from './PriceForm.tsx';

const loadForm = importOnDemand(() => import('./PriceForm.tsx'));

/** The price form, loaded on demand, so that other pages don't load it. */
export const LatePriceForm = (props: ComponentProps<typeof PriceForm>) => {
  const late = useLazyPart(loadForm);
  const { texts } = props;
  if (late.state === 'loading')
    return (
      <DelayedLoading>
        <p>{texts.opening}</p>
      </DelayedLoading>
    );
  if (late.state === 'failed')
    return (
      <Alert
        kind="error"
        isLive
        title={texts.openFailed}
        action={
          <Button kind="secondary" size="small" onClick={late.retry}>
            {texts.again}
          </Button>
        }
      />
    );
  return <late.part.PriceForm {...props} />;
};
