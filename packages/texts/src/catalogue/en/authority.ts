/** Authority of employees and approvals: what the API writes to the history of a case and the screens call the same. */
export const authorityTexts = {
  authorityAct: {
    'claim.reserve': 'Reserve',
    'claim.decide': 'Decision on a claim',
    'claim.pay': 'Payment of a claim',
    'payment.refund': 'Refund of a card payment',
  },
  approvalHistory: {
    proposed: '{act}, {amount}: proposed, and waits for approval.',
    approved: '{act}, {amount}: approved.',
    refused: '{act}, {amount}: the proposal was refused.',
    returned: '{act}, {amount}: the proposal was sent back.',
    lapsed: '{act}, {amount}: the proposal lapsed, because the case had changed since it was made.',
  },
};
