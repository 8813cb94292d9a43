/** Icon and colour of a request's state, on My pages and for staff. */
export const requestLook = {
  open: { icon: 'clock', kind: 'neutral' },
  moreInformation: { icon: 'info', kind: 'info' },
  accepted: { icon: 'done', kind: 'success' },
  retracted: { icon: 'minus', kind: 'neutral' },
  refused: { icon: 'stop', kind: 'danger' },
} as const;
