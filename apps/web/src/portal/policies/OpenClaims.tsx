import type { PolicyOverview } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Card } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { LinkList } from '../../parts/LinkList.tsx';

/** The customer's claims that are not closed, if there are any. */
export const OpenClaims = ({ openClaims }: Pick<PolicyOverview, 'openClaims'>) => {
  const t = useTexts<'portal'>();
  if (openClaims.length === 0) return null;
  return (
    <Card as="section" kind="filled" aria-labelledby="open-claims">
      <h2 id="open-claims">{t('overview|openClaims')}</h2>
      <LinkList
        links={openClaims.map(({ id, title }) => ({
          page: 'portal.claim',
          path: pathOf('portal.claim', t.language, { id }),
          title,
        }))}
      />
    </Card>
  );
};
