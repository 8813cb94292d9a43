import type { PolicyRequestPreview } from '@hofn/contracts';

/** Whether an act takes effect at once or somebody decides, and why, before the customer confirms (rule ACT-3). */
export const DecisionText = ({ decision }: { decision: PolicyRequestPreview['decision'] }) =>
  decision ? <p>{decision.texts.join(' ')}</p> : null;
