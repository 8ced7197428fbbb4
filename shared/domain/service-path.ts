/** A path of the service in its documentation's notation: `/v1/procedures/notification`. */
export const SERVICE_PATH = /^\/[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/

/** Path in a typed or pasted text, without its surroundings; `null` without one. */
export function readServicePath(text: string): string | null {
  const typed = text
    .trim()
    .replace(/^POST\s+/i, '')
    .replace(/\/+$/, '')
  return SERVICE_PATH.test(typed) && !typed.split('/').includes('..') ? typed : null
}
