import { hash, randomBytes } from 'node:crypto'

/** What is stored of a secret: they are random and long, so that a fast hash is enough. */
export const hashOf = (secret: string | Uint8Array): Buffer => hash('sha256', secret, 'buffer')

export const newDeviceToken = (): string => `rly_${randomBytes(32).toString('base64url')}`
export const newAdminToken = (): string => `rla_${randomBytes(32).toString('base64url')}`
export const newInboxKey = (): string => randomBytes(16).toString('base64url')
export const newHeaderValue = (): string => `whk_${randomBytes(32).toString('base64url')}`
export const newId = (): string => randomBytes(9).toString('base64url')
