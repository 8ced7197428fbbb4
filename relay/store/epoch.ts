import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A new name of a data set: numbers of another one mean something else. */
export const newEpoch = (): string => [...randomBytes(8)].map((byte) => ALPHABET[byte % 36]).join('')
