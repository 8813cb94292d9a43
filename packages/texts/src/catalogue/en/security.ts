import type { Translation } from '../../translator.ts';
import type { security as icelandic } from '../is/security.ts';

/** How one signs in, and where one is signed in. English. */
export const security = {
  security: {
    title: 'Security and devices',
    lead: 'The passkeys that you log in with, and the devices you are logged in on.',
    loading: 'Loading security settings',
    passkeys: 'Passkeys',
    passkeysLead:
      'With a passkey you log in with your fingerprint, face or device PIN. The key never leaves your device.',
    passkeyNone: 'No passkey registered.',
    passkeyAdd: 'Add a passkey',
    passkeyMaking: 'Creating the passkey',
    passkeyName: 'Name of the passkey',
    passkeyNameHint: 'So that you recognise it, for example “My phone”',
    missingName: 'Give the passkey a name',
    passkeyMade: 'Created',
    passkeyAdded: 'Your passkey is ready',
    passkeyNotMade: 'No passkey was created',
    passkeyRemove: 'Remove',
    passkeyRemoveOf: 'Remove passkey: {name}',
    passkeyRemoved: 'Your passkey has been removed.',
    signInAgainText:
      'To create a passkey, log in with an electronic ID, or with a passkey that you already have.',
    signInAgain: 'Log in again',
    sessions: 'Logged-in devices',
    sessionsLead: 'Log out any device you do not recognise, and change your password.',
    noSessions: 'No login was found.',
    device: '{browser}, {system}',
    unknownDevice: 'Unknown device',
    deviceHeading: 'Device',
    way: 'Method',
    since: 'Logged in',
    lastUsed: 'Last used',
    neverUsed: 'Never',
    current: 'This device',
    endSession: 'Log out',
    endSessionOf: 'Log out: {device}',
    endOthers: 'Log out all other devices',
    ending: 'Logging out',
    sessionEnded: 'The device will be logged out within a few minutes.',
    endFailed: 'That did not work. Try again.',
  },
  signInWay: {
    password: 'Password',
    electronicId: 'Electronic ID',
    passkey: 'Passkey',
  },
  passkeyNotMade: {
    stopped: 'It was cancelled on the device, or the time ran out. Try again.',
    had: 'This device already has a passkey. It is in the list.',
    unsupported: 'Your browser does not support passkeys. Try another browser or another device.',
  },
} as const satisfies Translation<typeof icelandic>;
