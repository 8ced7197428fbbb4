const REMEMBERED = 'ventanilla.may-be-locked'

/**
 * Whether this window may be locked, before the core has said it: a window that opens, or is loaded again, has its place
 * in its history, and must not show it meanwhile.
 */
export function mayBeLocked(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null
  } catch {
    return false
  }
}

/** Remembers that there is a PIN, and nothing of it. */
export function rememberPin(hasPin: boolean): void {
  try {
    if (hasPin) localStorage.setItem(REMEMBERED, '')
    else localStorage.removeItem(REMEMBERED)
  } catch {
    // Without storage a window that opens waits for nothing: until the core answers it has only its place to show.
  }
}
