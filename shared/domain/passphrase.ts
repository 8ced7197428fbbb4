/** Minimum length of a passphrase. */
const LEAST = 10

/** Normalizes a passphrase: the keyboard's way of composing accents must not matter. */
export const normalPassphrase = (typed: string): string => typed.normalize('NFKC')

/** Length is the only rule: further requirements make passphrases worse. */
export const isPassphraseLongEnough = (typed: string): boolean => [...normalPassphrase(typed)].length >= LEAST
