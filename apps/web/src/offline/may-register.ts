/**
 * Whether the worker is registered here (rule PATH-15): over HTTPS, or on `localhost` itself. `staff.localhost` is
 * another host.
 */
export const mayRegister = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol === 'https:' || hostname === 'localhost';
