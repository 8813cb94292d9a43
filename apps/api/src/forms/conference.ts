/** The prevention conference, in Iceland: the last day on which those who have signed up are to be sent the programme. */
export const conference = { programme: '2027-03-04' } as const;
