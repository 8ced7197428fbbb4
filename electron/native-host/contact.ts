import { statSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET } from '../core/instance/proofs.ts'
import { PRIVATE, readOwnedFile } from './owned-file.ts'

/** Where the application listens for the host, and the token that proves both ends. */
export interface Contact {
  port: number
  token: string
}

const MAX_BYTES = 4_096

const contactPath = (dataDir: string): string => join(dataDir, 'extension.json')

/** @returns `null` where there is none, or one that another user could have read or written */
export function readContact(dataDir: string): Contact | null {
  const text = readOwnedFile(contactPath(dataDir), PRIVATE, MAX_BYTES)
  if (text === null) return null
  try {
    const { port, token } = JSON.parse(text) as Partial<Record<keyof Contact, unknown>>
    if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return null
    return typeof token === 'string' && SECRET.test(token) ? { port, token } : null
  } catch {
    return null
  }
}

/** Changes with every run of the application; `null` while there is none. Costs one stat. */
export function contactVersion(dataDir: string): string | null {
  try {
    const { ino, mtimeMs } = statSync(contactPath(dataDir))
    return `${ino} ${mtimeMs}`
  } catch {
    return null
  }
}
