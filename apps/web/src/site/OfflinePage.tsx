import { useTexts } from '../engine/index.ts';
import { Status } from './Status.tsx';

/** Shown offline instead of a page without a copy (rule PATH-16). */
const OfflineTemplate = () => {
  const t = useTexts();
  return <Status document={{ title: t('offline|title'), text: t('offline|text'), links: [] }} canRetry />;
};

export default OfflineTemplate;
