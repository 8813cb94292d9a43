import type { ComplaintAbout } from '@hofn/contracts';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { pathToComplain } from './about-complaint.ts';

/** Leads from something decided to the form for complaints about it (rule RIGHT-2), for those who may act. */
export const ComplaintLink = ({ about }: { about: Pick<ComplaintAbout, 'subject' | 'id' | 'title'> }) => {
  const t = useTexts<'portal'>();
  return (
    <ForRole requires="Full" isSilent>
      <p>
        <Link to={pathToComplain(t.language, about)}>
          {t('complaint|link')}
          <span className="visually-hidden">: {about.title}</span>
        </Link>
      </p>
    </ForRole>
  );
};
