/** `plain` is a warning: the link may be added, but unencrypted traffic can be read on the way. */
export type LinkProblem = 'missing' | 'wrong' | 'secret' | 'plain'

/** Problem of a typed document link, or `null`. */
export function linkProblem(typed: string): LinkProblem | null {
  const text = typed.trim()
  if (text === '') return 'missing'
  if (/\s/.test(text) || !URL.canParse(text)) return 'wrong'
  const { protocol, hostname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || hostname === '') return 'wrong'
  if (username !== '' || password !== '') return 'secret'
  return protocol === 'http:' ? 'plain' : null
}
