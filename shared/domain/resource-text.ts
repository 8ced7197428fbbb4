/** Kinds that the user can add by id or link: those with an address of their own at the service. */
export type NameableKind = 'procedure' | 'signature'

export interface NamedResource {
  /** Two when the text does not determine the kind. */
  kinds: NameableKind[]
  id: string
}

const SECTIONS: Readonly<Record<string, NameableKind>> = { procedures: 'procedure', signatures: 'signature' }
const PATHS: Readonly<Record<NameableKind, string>> = { procedure: 'procedures', signature: 'signatures' }
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:~-]{0,199}$/
/** Characters around a link in an e-mail. */
const AROUND = /^[\s\u00A0\u200B\uFEFF"'«»<>]+|[\s\u00A0\u200B\uFEFF"'«»<>]+$/g

/**
 * Parses pasted text as a procedure or a signature: an id, a path or a link of the service. A bare id does
 * not determine the kind. Only the id is used: whatever the link, requests go to the account's own service.
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

/** Unambiguous text for a resource, without the secrets that a link may carry. */
export const resourcePath = (kind: NameableKind, id: string): string =>
  `${PATHS[kind]}/${encodeURIComponent(id)}`

/** Host of a pasted link, with its port, in lower case; `null` when it is not a link. */
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
