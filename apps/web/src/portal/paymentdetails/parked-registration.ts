import type { createRegistration } from './registration.ts';
import { noteRegistration } from './unfinished-registration.ts';

/** A registration with its listener for messages, which outlives the screen while the card window is open. */
export type HeldRegistration<Card> = {
  registration: ReturnType<typeof createRegistration<Card>>;
  /** Called once with the registered card, also after the screen was left. */
  onRegistered: (card: Card) => void;
};

type Parked = { subject: string | undefined; held: unknown; release: () => void };
let parked: Parked | undefined;

const isRunning = <Card>({ registration }: HeldRegistration<Card>): boolean => {
  const { isOpened, isFinishing } = registration.state();
  return isOpened || isFinishing;
};

/**
 * Called when a screen with a registration is left: continues it while the card window is open (rule LIFE-34), until
 * it ends; otherwise cancels it.
 */
export const parkOrStop = <Card>(held: HeldRegistration<Card>, subject: string | undefined): void => {
  const { registration } = held;
  const end = () => {
    window.removeEventListener('message', registration.receiveMessage);
    unsubscribe();
  };
  const unsubscribe = registration.subscribe(() => {
    if (isRunning(held)) return;
    end();
    noteRegistration(subject, false);
    // A failure is shown when the screen is opened again.
    if (parked?.held === held && !registration.state().problem) parked = undefined;
  });
  if (isRunning(held)) {
    parked = { subject, held, release: unsubscribe };
    return;
  }
  end();
  registration.stop();
};

/** The subject's registration that continued without a screen, which the new screen now holds. */
export const takeParked = <Card>(subject: string | undefined): HeldRegistration<Card> | undefined => {
  if (!parked || parked.subject !== subject) return undefined;
  const { held, release } = parked;
  parked = undefined;
  release();
  return held as HeldRegistration<Card>;
};
