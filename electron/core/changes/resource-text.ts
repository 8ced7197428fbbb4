import type { PolledKind } from './resource.ts'

const SECTIONS: Readonly<Record<string, PolledKind>> = { procedures: 'procedure', signatures: 'signature' }
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:~-]{0,199}$/

/**
 * What somebody pasted to name a procedure or a signature: an id, a path or a link of the service. A bare id does not
 * say of which kind it is. Only the id is taken: whatever the link, it is the account's own service that is asked.
 */
export function resourceText(text: string): { kinds: PolledKind[]; id: string } | null {
  const trimmed = text.trim()
  const found = /(?:^|\/)(procedures|signatures)\/(?:registration\/|transfer\/)?([^/?#\s]+)/.exec(trimmed)
  if (found) {
    const [, section = '', raw = ''] = found
    const kind = SECTIONS[section]
    const id = decoded(raw)
    return kind && ID.test(id) ? { kinds: [kind], id } : null
  }
  return ID.test(trimmed) ? { kinds: ['procedure', 'signature'], id: trimmed } : null
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return ''
  }
}
