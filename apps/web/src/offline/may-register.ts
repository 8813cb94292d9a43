/**
 * Whether to register the worker (rule PATH-15): over HTTPS, or on `localhost`, but not on `staff.localhost`.
 */
export const mayRegister = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol === 'https:' || hostname === 'localhost';
