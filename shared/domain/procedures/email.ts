/** An e-mail address as the service takes it: never looser than `z.email`, with which it is read there. */

export type EmailCheck =
  { ok: true; email: string } | { ok: false; problem: 'no-at' | 'no-ending' | 'invalid' }

const LOCAL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]$/
const DOMAIN = /^(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
const LONGEST = 254

/** Judges what was typed or pasted. `email` is what is sent: without the spaces around it. */
export function checkEmail(text: string): EmailCheck {
  const email = text.trim()
  const at = email.indexOf('@')
  if (at === -1) return { ok: false, problem: 'no-at' }
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  if (!LOCAL.test(local) || email.length > LONGEST) return { ok: false, problem: 'invalid' }
  if (DOMAIN.test(domain)) return { ok: true, email }
  // `ana@gestoria`: a name without its ending.
  return { ok: false, problem: /^[A-Za-z0-9-]+\.?$/.test(domain) ? 'no-ending' : 'invalid' }
}
