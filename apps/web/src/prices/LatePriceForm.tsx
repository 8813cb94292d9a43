import { Alert, Button } from '@hofn/ui';
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import type { PriceForm } from './PriceForm.tsx';

/** The questions of a product, once they have come: nothing of them is in a page that is only read. */
export const LatePriceForm = (props: ComponentProps<typeof PriceForm>) => {
  const [loaded, setLoaded] = useState<{ Form: typeof PriceForm } | 'failed'>();
  const load = useCallback(() => {
    setLoaded(undefined);
    import('./PriceForm.tsx').then(
      ({ PriceForm: Form }) => setLoaded({ Form }),
      () => setLoaded('failed'),
    );
  }, []);
  useEffect(load, [load]);
  const { words } = props;
  if (loaded === 'failed')
    return (
      <Alert
        kind="error"
        live
        title={words.openFailed}
        action={
          <Button kind="secondary" size="small" onClick={load}>
            {words.again}
          </Button>
        }
      />
    );
  return loaded ? <loaded.Form {...props} /> : <p role="status">{words.opening}</p>;
};
