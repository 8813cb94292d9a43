/** Authority of employees and approvals: what the API writes to the history of a case and the screens call the same. */
export const authorityTexts = {
  authorityAct: {
    'claim.reserve': 'Tjónaskuld',
    'claim.decide': 'Ákvörðun um bætur',
    'claim.pay': 'Greiðsla bóta',
    'payment.refund': 'Endurgreiðsla kortagreiðslu',
  },
  approvalHistory: {
    proposed: '{act}, {amount}: lagt til og bíður samþykkis.',
    approved: '{act}, {amount}: samþykkt.',
    refused: '{act}, {amount}: tillögunni var hafnað.',
    returned: '{act}, {amount}: tillagan var send til baka.',
    lapsed: '{act}, {amount}: tillagan féll niður, því að málið hafði breyst síðan hún var gerð.',
  },
} as const;
