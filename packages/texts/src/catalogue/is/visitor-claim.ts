import { claims } from './claims.ts';
import { errors } from './errors.ts';
import { global } from './global.ts';

/** What a claim that is filed without signing in says beside its form: the portal has these texts, the site does not. */
export const visitorClaim = { ...global, ...claims, ...errors };
