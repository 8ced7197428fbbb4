/**
 * Any deliverable address (RFC 5321, with the letters of RFC 6531) except quoted local parts: `z.email`
 * rejects `a&b@c.es` and every name with an accent.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)(?!.*\.@)[^\s\p{Cc}@"(),:;<>[\]\\]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]{2,59})$/u

/** Maximum characters of an address. */
export const MAX_EMAIL = 254

export type EmailCheck =
  { ok: true; email: string } | { ok: false; problem: 'no-at' | 'no-ending' | 'invalid' }

/**
 * Validates a typed or pasted address, as the service does. `email` is the value sent: without the spaces
 * around it.
 */
export function checkEmail(text: string): EmailCheck {
  const email = text.trim()
  if (email.length <= MAX_EMAIL && EMAIL.test(email)) return { ok: true, email }
  if (!email.includes('@')) return { ok: false, problem: 'no-at' }
  // `ana@gestoria`: a domain without its ending.
  const lacksEnding = email.length < MAX_EMAIL - 2 && EMAIL.test(`${email.replace(/\.$/, '')}.es`)
  return { ok: false, problem: lacksEnding ? 'no-ending' : 'invalid' }
}
