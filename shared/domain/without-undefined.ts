/**
 * Drops the fields without a value, so that spreading the result over another object replaces no value by
 * `undefined`.
 */
export const withoutUndefined = <T extends object>(value: T): { [N in keyof T]?: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [N in keyof T]?: Exclude<T[N], undefined>
  }
