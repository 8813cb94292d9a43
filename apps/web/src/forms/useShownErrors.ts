import { useState } from 'react';
import { useDeferUntilPointerUp } from './useDeferUntilPointerUp.ts';

/** What is wrong with the field at `path`, as the user reads it. */
export type FieldError = { path: string; message: string };

/**
 * Which errors are shown: those of fields that were left or whose step was submitted (rule FORM-5), and those that the
 * API reported (rule FORM-7).
 * @param errors everything wrong now, in the order of the form
 * @param stepOf the step of a field
 */
export const useShownErrors = (errors: readonly FieldError[], stepOf: (path: string) => number) => {
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [triedSteps, setTriedSteps] = useState<readonly number[]>([]);
  const [serverErrors, setServerErrors] = useState<readonly FieldError[]>([]);
  const [failedPaths, setFailedPaths] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState(0);

  const errorOf = (path: string): string | undefined => {
    const isAtPath = (error: FieldError) => error.path === path;
    const isShown = touched.includes(path) || triedSteps.includes(stepOf(path));
    return ((isShown && errors.find(isAtPath)) || serverErrors.find(isAtPath))?.message;
  };
  // Remove a corrected field from the summary permanently: a summary that reappeared would steal focus from the field.
  if (failedPaths.some((path) => !errorOf(path))) setFailedPaths(failedPaths.filter(errorOf));

  const showFailed = (paths: readonly string[]): void => {
    setFailedPaths([...new Set(paths)]);
    setAttempt((count) => count + 1);
  };

  return {
    errorOf,
    /** Fields that failed the last check and are not corrected, in the order of the form. */
    failedPaths,
    /** Number of checks; the error summary takes focus each time. */
    attempt,

    touch: (path: string): void =>
      deferUntilPointerUp(() => setTouched((latest) => (latest.includes(path) ? latest : [...latest, path]))),

    /** Shows all errors of a step. @returns whether there are none */
    check: (step = 0, found = errors): boolean => {
      const wrong = found.filter(({ path }) => stepOf(path) === step);
      setTriedSteps((latest) => [...latest, step]);
      showFailed(wrong.map(({ path }) => path));
      return wrong.length === 0;
    },

    /** Shows the API's errors by field, each until its field changes or the form is sent again. */
    setServerErrors: (byField: Record<string, readonly string[]>): void => {
      setServerErrors(Object.entries(byField).map(([path, [message = '']]) => ({ path, message })));
      showFailed(Object.keys(byField));
    },
    clearServerErrors: (): void => setServerErrors([]),

    /** Forgets the API's error of a changed field; also all errors below it if a row was removed, which shifts rows. */
    forget: (path: string, isRowRemoved: boolean): void => {
      const isKept = (other: string) => other !== path && !(isRowRemoved && other.startsWith(`${path}.`));
      setServerErrors((latest) => latest.filter((error) => isKept(error.path)));
      if (isRowRemoved) setTouched((latest) => latest.filter(isKept));
    },

    clear: (): void => {
      setTouched([]);
      setTriedSteps([]);
      setServerErrors([]);
      setFailedPaths([]);
    },
  };
};
