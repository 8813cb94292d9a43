import { Alert, Button, Waiting } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { later } from '../engine/chunks.ts';
import { useLate } from '../engine/use-late.ts';
import type { PriceForm } from './PriceForm.tsx';

const loadForm = later(() => import('./PriceForm.tsx'));

/** The price form, loaded on demand: pages that are only read do not load it. */
export const LatePriceForm = (props: ComponentProps<typeof PriceForm>) => {
  const late = useLate(loadForm);
  const { words } = props;
  if (late.state === 'loading')
    return (
      <Waiting>
        <p>{words.opening}</p>
      </Waiting>
    );
  if (late.state === 'failed')
    return (
      <Alert
        kind="error"
        live
        title={words.openFailed}
        action={
          <Button kind="secondary" size="small" onClick={late.retry}>
            {words.again}
          </Button>
        }
      />
    );
  return <late.part.PriceForm {...props} />;
};
