import { useTexts } from '../engine/index.ts';
import { Status } from '../site/Status.tsx';

/** In place of a page that has no copy on the device, when there is no network (rule PATH-16). */
const OfflineTemplate = () => {
  const t = useTexts();
  return <Status document={{ title: t('offline|title'), text: t('offline|text'), links: [] }} retry />;
};

export default OfflineTemplate;
