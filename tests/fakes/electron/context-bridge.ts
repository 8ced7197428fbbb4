/**
 * Copies a value between the preload's world and the page's, as in Electron's table: functions are proxied, bytes
 * cloned, objects copied by their own properties and frozen, symbols dropped.
 */
export function copyAcross(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]) =>
      copyAcross(Reflect.apply(value as (...given: unknown[]) => unknown, undefined, args.map(copyAcross)))
  }
  if (typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  // From any world: `instanceof` would only know this one's.
  if (typeof (value as PromiseLike<unknown>).then === 'function')
    return Promise.resolve(value).then(copyAcross)
  if (ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === '[object ArrayBuffer]')
    return structuredClone(value)
  if (Array.isArray(value)) return Object.freeze(value.map(copyAcross))
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyAcross(part)])),
  )
}
