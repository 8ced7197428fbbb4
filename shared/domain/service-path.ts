/** A path of the service as its documentation writes one: `/v1/procedures/notification`. */
export const SERVICE_PATH = /^\/[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/

/** The path in a text typed or pasted, without what surrounds it; `null` when it is none. */
export function readServicePath(text: string): string | null {
  const typed = text
    .trim()
    .replace(/^POST\s+/i, '')
    .replace(/\/+$/, '')
  return SERVICE_PATH.test(typed) && !typed.split('/').includes('..') ? typed : null
}
