import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SessionStart } from '#shared/bridge/desktop.ts'
import { shellTexts } from '#shared/text/shell.ts'
import { writeDurably } from '../core/keychain/file-secrets.ts'
import { autostartEntry, readEntry } from './autostart-entry.ts'

/** Name of the entry. Both editions have it: an installed one takes the place of the other. */
export const AUTOSTART_NAME = 'es.ventanilla.desktop.desktop'

/** State of a Linux session's entry for a command. */
export async function readAutostart(file: string, command: readonly string[]): Promise<SessionStart> {
  try {
    return readEntry(await readFile(file, 'utf8'), command)
  } catch {
    return 'off'
  }
}

/** @throws when it cannot be written, or the command fits in no desktop file */
export async function setAutostart(file: string, command: readonly string[], on: boolean): Promise<void> {
  if (!on) return rm(file, { force: true })
  const entry = autostartEntry(shellTexts.title, command)
  if (entry === null) throw new Error('the path of the program does not fit in a desktop file')
  await mkdir(dirname(file), { recursive: true })
  await writeDurably(file, entry)
}
