import type { Purchase } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Columns, PageHeadParts, Stack, Steps } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import type { ApiError } from '../../session/api-error.ts';
import { asApiError, useApi, useCall, useRefetch } from '../../session/index.ts';
import { focusHeading } from '../../shell/focus-heading.ts';
import { ChangedPrice } from './ChangedPrice.tsx';
import { missingStep } from './missing-step.ts';
import { Outcome } from './Outcome.tsx';
import { PurchaseRegion } from './PurchaseRegion.tsx';
import { Review } from './Review.tsx';
import { DocumentsStep, InsuredStep, NeedsStep, StartStep } from './steps.tsx';

const lastStep = 4;

/** Gives the purchase up, after a question. */
const GiveUp = ({ id }: { id: string }) => {
  const t = useTexts<'purchase'>();
  const api = useApi();
  const refetch = useRefetch();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const giveUp = async () => {
    setIsBusy(true);
    try {
      await api.delete('/api/purchases/v1/purchases/{id}', { params: { id } });
    } catch (caught) {
      setError(asApiError(caught));
    }
    setIsBusy(false);
    setIsAsking(false);
    refetch();
  };
  return (
    <>
      <ErrorAlert title={t('purchase|stepFailed')} error={error} />
      <p>
        <Button kind="text" onClick={() => setIsAsking(true)}>
          {t('purchase|giveUp')}
        </Button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={t('purchase|giveUp')}
          confirmLabel={t('purchase|giveUp')}
          busyLabel={t('purchase|givingUp')}
          kind="danger"
          isBusy={isBusy}
          onConfirm={() => void giveUp()}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('purchase|giveUpText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** The steps of an open purchase; it continues at the first that is not done. */
const PurchaseSteps = ({ purchase }: { purchase: Purchase }) => {
  const t = useTexts<'purchase'>();
  const [step, setStep] = useState(() => missingStep(purchase) ?? lastStep);
  const heading = useRef<HTMLHeadingElement>(null);
  const names = [
    ...[t('purchase|step1'), t('purchase|step2'), t('purchase|step3'), t('purchase|step4')],
    t('purchase|step5'),
  ];
  const goTo = (next: number) => {
    setStep(next);
    window.scrollTo({ top: 0, behavior: 'instant' });
    // Focus the heading, so that screen readers continue at the new step.
    requestAnimationFrame(() => heading.current?.focus());
  };
  const props = { purchase, onDone: () => goTo(step + 1), onBack: () => goTo(step - 1) };
  const part = () => {
    if (purchase.newPrice) return <ChangedPrice purchase={purchase} />;
    if (step === 0) return <InsuredStep {...props} />;
    if (step === 1) return <NeedsStep {...props} />;
    if (step === 2) return <DocumentsStep {...props} />;
    if (step === 3) return <StartStep {...props} />;
    return <Review purchase={purchase} onStep={goTo} onBack={props.onBack} />;
  };
  return (
    <Columns
      gap="xl"
      isAsideFirst
      aside={
        <>
          <Steps
            label={t('purchase|steps')}
            steps={names}
            current={step}
            doneLabel={t('purchase|done')}
            position={t('purchase|stepOf', { step: step + 1, steps: names.length })}
            onSelect={goTo}
          />
          <p>{t('purchase|saved')}</p>
          <GiveUp id={purchase.id} />
        </>
      }
    >
      <Stack gap="l" width="form">
        <h2 ref={heading} tabIndex={-1}>
          {names[step]}
        </h2>
        {part()}
      </Stack>
    </Columns>
  );
};

const PurchaseBody = ({ purchase }: { purchase: Purchase }) => {
  const t = useTexts<'purchase'>();
  const { state, number } = purchase;
  const shownState = useRef(state);
  useEffect(() => {
    if (shownState.current === state) return;
    shownState.current = state;
    // The result is at the top, and the button that had the focus is gone.
    window.scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, [state]);
  return (
    <>
      <PageHeadParts>
        <p>{t('purchase|number', { number })}</p>
      </PageHeadParts>
      <PrintedFor />
      {state === 'open' ? <PurchaseSteps purchase={purchase} /> : <Outcome purchase={purchase} />}
    </>
  );
};

const Found = ({ id }: { id: string }) => {
  const t = useTexts<'purchase'>();
  const call = useCall('/api/purchases/v1/purchases/{id}', { params: { id } });
  return (
    <DetailScreen
      call={call}
      loading={t('purchase|loading')}
      heading={t('purchase|title')}
      back={{ path: pathOf('portal.buy', t.language), label: t('purchase|back') }}
      notFound={{ title: t('purchase|notFoundTitle'), text: t('purchase|notFound') }}
      title={({ name }) => name}
    >
      {(purchase) => <PurchaseBody purchase={purchase} />}
    </DetailScreen>
  );
};

/** One purchase: its steps, or what has become of it (rules BUY-1 to BUY-4). */
export const PurchaseScreen = ({ id }: { id: string }) => (
  <PurchaseRegion>
    <Found id={id} />
  </PurchaseRegion>
);

const PortalPurchaseTemplate = ({ location }: TemplateProps) => (
  <PurchaseScreen id={location.params.id ?? ''} />
);

export default PortalPurchaseTemplate;
