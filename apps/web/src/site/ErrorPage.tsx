import { useTexts } from '../engine/index.ts';
import { Status } from './Status.tsx';

/** Page for errors that have no page of their own. */
const ErrorTemplate = () => {
  const t = useTexts();
  return <Status document={{ title: t('error|title'), text: t('error|text'), links: [] }} />;
};

export default ErrorTemplate;
