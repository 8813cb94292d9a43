/** Icon and colour of a request's state, on My pages and for staff. */
export const requestLook = {
  open: { icon: 'clock', tone: 'neutral' },
  moreInformation: { icon: 'info', tone: 'info' },
  accepted: { icon: 'done', tone: 'success' },
  retracted: { icon: 'minus', tone: 'neutral' },
  refused: { icon: 'stop', tone: 'danger' },
} as const;
