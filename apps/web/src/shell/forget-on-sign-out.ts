// Imported by every frame that has a session: what it forgets may have been kept by a page before this one.
import { leaveChat } from '../chat/leave-chat.ts';
import { onSignOut } from '../session/sign-out.ts';
import { forgetHidden } from './hidden-popups.ts';

onSignOut(forgetHidden);
onSignOut(leaveChat);
