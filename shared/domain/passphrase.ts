/** The least that a passphrase of ours takes. */
const LEAST = 10

/** One passphrase, whichever way the keyboard composes its accents. */
export const normalPassphrase = (typed: string): string => typed.normalize('NFKC')

/** Length is the only rule: what else people are made to do to a passphrase makes it worse. */
export const isPassphraseLongEnough = (typed: string): boolean => [...normalPassphrase(typed)].length >= LEAST
