/** Kinds that the user can add by id or link, because the service has an address for them. */
export type NameableKind = 'procedure' | 'signature'

export interface NamedResource {
  /** Two kinds if the text does not tell which. */
  kinds: NameableKind[]
  id: string
}

const SECTIONS: Readonly<Record<string, NameableKind>> = { procedures: 'procedure', signatures: 'signature' }
const PATHS: Readonly<Record<NameableKind, string>> = { procedure: 'procedures', signature: 'signatures' }
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:~-]{0,199}$/
/** Characters around a link in an e-mail. */
const AROUND = /^[\s\u00A0\u200B\uFEFF"'«»<>]+|[\s\u00A0\u200B\uFEFF"'«»<>]+$/g

/**
 * Parses a pasted text as a procedure or a signature: an id, a path or a link of the service. A bare id does not tell
 * the kind.
 * Only the id is used. Requests always go to the account's own service.
 */
export function resourceText(text: string): NamedResource | null {
  const trimmed = text.replace(AROUND, '')
  const found = /(?:^|\/)(procedures|signatures)\/(?:registration\/|transfer\/)?([^/?#\s]+)/.exec(trimmed)
  if (found) {
    const [, section = '', raw = ''] = found
    const kind = SECTIONS[section]
    const id = decoded(raw)
    return kind && ID.test(id) ? { kinds: [kind], id } : null
  }
  return ID.test(trimmed) ? { kinds: ['procedure', 'signature'], id: trimmed } : null
}

/** Unambiguous text for a resource, without secrets of a link. */
export const resourcePath = (kind: NameableKind, id: string): string =>
  `${PATHS[kind]}/${encodeURIComponent(id)}`

/** Host of a pasted link with its port, in lower case. `null` if the text is no link. */
export function linkHost(text: string): string | null {
  const found = /^https?:\/\/(?:[^/?#\s@]*@)?([^/?#\s@]+)/i.exec(text.replace(AROUND, ''))
  return found?.[1]?.toLowerCase() ?? null
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return ''
  }
}
