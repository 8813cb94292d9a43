/** Environment with which a process that a test starts loads its modules as quickly as `npm start` does. */
export const startCaches = (): { NODE_COMPILE_CACHE: string; NODE_OPTIONS: string } => {
  const { NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env;
  return { NODE_COMPILE_CACHE, NODE_OPTIONS };
};
