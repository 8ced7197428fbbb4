/** Characters of a PIN, as the core takes it. */
export const MIN_PIN = 4
export const MAX_PIN = 64
