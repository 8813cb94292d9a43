// The page that `auth-client.spec.ts` drives: the browser session as the product has it, and nothing around it.
import { createAuthClient } from '@hofn/auth-client';

Object.assign(window, { createAuthClient });
