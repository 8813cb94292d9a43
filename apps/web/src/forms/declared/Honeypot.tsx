import { TextField } from '@hofn/ui';
import type { ComponentProps } from 'react';
import styles from './DeclaredForm.module.css';

/** A field that bots fill in (rule FORM-10). Users see it only if the API reports it as filled in. */
export const Honeypot = (field: ComponentProps<typeof TextField>) => (
  <div className={field.error ? undefined : styles.trap} aria-hidden={field.error ? undefined : true}>
    <TextField {...field} autoComplete="off" tabIndex={field.error ? 0 : -1} />
  </div>
);
