// The page that `auth-client.spec.ts` drives: the product's browser session and nothing else.
import { createAuthClient } from '@hofn/auth-client';

Object.assign(window, { createAuthClient });
