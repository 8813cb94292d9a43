import { useTexts } from '../engine/index.ts';
import { Status } from '../site/Status.tsx';

/** Where something that was under way ended in a fault that no page of its own tells of. */
const ErrorTemplate = () => {
  const t = useTexts();
  return <Status document={{ title: t('error|title'), text: t('error|text'), links: [] }} />;
};

export default ErrorTemplate;
