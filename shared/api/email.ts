import * as z from 'zod'

/**
 * Any address that mail can have (RFC 5321, with the letters of RFC 6531) but for quoted local parts: `z.email` refuses
 * `a&b@c.es` and every name with an accent.
 */
const EMAIL =
  /^(?!\.)(?!.*\.\.)(?!.*\.@)[^\s\p{Cc}@"(),:;<>[\]\\]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]{2,59})$/u

/** An e-mail address in a body. */
export const emailField = z.string().max(254).regex(EMAIL, 'Not an e-mail address.')
