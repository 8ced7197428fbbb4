import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SessionStart } from '#shared/bridge/desktop.ts'
import { shellTexts } from '#shared/text/hosts.ts'
import { writeDurably } from './core/keychain/file-secrets.ts'

/** Name of the entry. Both editions use the same name, so installing one replaces the entry of the other. */
export const AUTOSTART_NAME = 'es.ventanilla.desktop.desktop'

/** State of a Linux session's entry for a command. */
export async function readAutostart(file: string, command: readonly string[]): Promise<SessionStart> {
  try {
    return readEntry(await readFile(file, 'utf8'), command)
  } catch {
    return 'off'
  }
}

/**
 * Writes or removes the entry.
 * @throws if it cannot be written, or if the command does not fit in a desktop file
 */
export async function setAutostart(file: string, command: readonly string[], on: boolean): Promise<void> {
  if (!on) return rm(file, { force: true })
  const entry = autostartEntry(shellTexts.title, command)
  if (entry === null) throw new Error('the path of the program does not fit in a desktop file')
  await mkdir(dirname(file), { recursive: true })
  await writeDurably(file, entry)
}

/**
 * Text of a desktop file that starts the application with the session (XDG autostart), hidden.
 * @returns `null` for a path that a desktop file cannot contain
 */
export function autostartEntry(name: string, command: readonly string[]): string | null {
  if (command.some((word) => /\p{Cc}/u.test(word))) return null
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${command.map(quoted).join(' ')}`,
    // With `TryExec`, a removed program causes no error at each start of the session.
    `TryExec=${(command[0] ?? '').replaceAll('\\', '\\\\')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/**
 * Quotes a word of `Exec`. Quotes, backticks, dollars and backslashes are escaped, and field codes are doubled. Then
 * every backslash is doubled again, as in any value of a desktop file.
 */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%').replace(/["`$\\]/g, '\\$&')
  return `"${escaped}"`.replaceAll('\\', '\\\\')
}

/** State of an entry. Each desktop marks a disabled entry in its own way. */
export function readEntry(text: string, command: readonly string[]): 'on' | 'off' | 'blocked' {
  const lines = new Set(text.split(/\r?\n/).map((line) => line.replace(/\s*=\s*/, '=').trim()))
  if (lines.has('Hidden=true') || lines.has('X-GNOME-Autostart-enabled=false')) return 'blocked'
  // An entry that starts another program, or this program at another path, is not our entry.
  return lines.has(`Exec=${command.map(quoted).join(' ')}`) ? 'on' : 'off'
}

/** Label of the agent, and the name of its file without its ending. */
export const LAUNCH_AGENT = 'es.ventanilla.desktop'

/**
 * Property list that makes macOS start a command with the user's session, from the next session on.
 * @returns `null` for a path that XML cannot contain
 */
export function launchAgent(command: readonly string[]): string | null {
  if (command.some((word) => /[\p{Cc}\u2028\u2029\ufffe\uffff]/u.test(word) || !word.isWellFormed()))
    return null
  const words = command.map((word) => `    <string>${escaped(word)}</string>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LAUNCH_AGENT}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...words,
    '  </array>',
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

const escaped = (word: string) =>
  word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
