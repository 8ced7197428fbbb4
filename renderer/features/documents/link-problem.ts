/** `plain` may be added, and is told: what travels unencrypted can be read on the way. */
export type LinkProblem = 'missing' | 'wrong' | 'secret' | 'plain'

/** What is wrong with the link to a document as typed, or `null`. */
export function linkProblem(typed: string): LinkProblem | null {
  const text = typed.trim()
  if (text === '') return 'missing'
  if (/\s/.test(text) || !URL.canParse(text)) return 'wrong'
  const { protocol, hostname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || hostname === '') return 'wrong'
  if (username !== '' || password !== '') return 'secret'
  return protocol === 'http:' ? 'plain' : null
}
