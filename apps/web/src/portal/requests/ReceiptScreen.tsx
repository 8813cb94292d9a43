import { pathOf } from '@hofn/texts/paths.ts';
import { PageHeadParts } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { PrintButton } from '../../parts/PrintButton.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { RequestReceipt } from '../../parts/RequestReceipt.tsx';
import { useCall } from '../../session/index.ts';

/** The receipt of one request, to read, print or refer to (rule ACT-5). */
const ReceiptScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/requests/{id}/receipt', { params: { id }, dropOnClose: true });
  return (
    <DetailScreen
      call={call}
      loading={t('receipt|loading')}
      heading={t('receipt|title')}
      back={{ path: pathOf('portal.matters', t.language), label: t('receipt|back') }}
      notFound={{ title: t('receipt|notFoundTitle'), text: t('receipt|notFound') }}
      title={({ kind }) => t('receipt|of', { what: t(`requests|${kind}`) })}
    >
      {(receipt) => (
        <>
          <PageHeadParts actions={<PrintButton />} />
          <PrintedFor />
          <RequestReceipt receipt={receipt} />
        </>
      )}
    </DetailScreen>
  );
};

const PortalReceiptTemplate = ({ location }: TemplateProps) => (
  <ReceiptScreen id={location.params.id ?? ''} />
);

export default PortalReceiptTemplate;
