const prefix = 'employee|';

/** The id of the employee with a key, and the other way round: `employee|katrin` and `katrin`. */
export const employeeIdOf = (key: string): string => prefix + key;
export const keyOfEmployee = (id: string): string => id.slice(prefix.length);
