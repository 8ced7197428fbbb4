const REMEMBERED = 'ventanilla.may-be-locked'

/**
 * True if this window may be locked, before the core has answered: a new or reloaded window has its route in its
 * history, and must not show it meanwhile.
 */
export function mayBeLocked(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null
  } catch {
    return false
  }
}

/** Stores that a PIN exists, and nothing of it. */
export function rememberPin(hasPin: boolean): void {
  try {
    if (hasPin) localStorage.setItem(REMEMBERED, '')
    else localStorage.removeItem(REMEMBERED)
  } catch {
    // Without storage a new window does not wait: until the core answers it can only show its route.
  }
}
