/** Opens the choices of other days on the payment status. */
export const payLaterHash = '#pay-later';
