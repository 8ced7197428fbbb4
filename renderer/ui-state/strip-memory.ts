const REMEMBERED = 'ventanilla.no-strip'

/**
 * True if this window may have an environment strip, before the core has said: its room is kept, so that nothing moves
 * under a press. A new PC opens on the demonstration, which has one.
 */
export function mayHaveStrip(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) === null
  } catch {
    return true
  }
}

/** Stores whether the account last shown here had a strip, and nothing of the account. */
export function rememberStrip(hasStrip: boolean): void {
  try {
    if (hasStrip) localStorage.removeItem(REMEMBERED)
    else localStorage.setItem(REMEMBERED, '')
  } catch {
    // Without storage room is kept, and given back once the account is known.
  }
}
