import { spawn } from 'node:child_process'
import { win32 } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Opener {
  command: string
  args: string[]
}

/**
 * The system's command that opens a file, by platform; never through a shell, which would split a path into
 * words. `null` without a display.
 */
export function openerOf(file: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Opener | null {
  if (platform === 'darwin') return { command: 'open', args: [file] }
  if (platform === 'win32') {
    const command = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe')
    // As an address it has no space and no quote: this program reads the rest of its line verbatim.
    return { command, args: ['url.dll,FileProtocolHandler', pathToFileURL(file, { windows: true }).href] }
  }
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [file] } : null
}

/**
 * Opens the entry file in the user's browser. The file, not the address: a command line is public.
 * @returns true if there was a program to open it with
 */
export function openBrowser(file: string, platform = process.platform, env = process.env): Promise<boolean> {
  const found = openerOf(file, platform, env)
  if (!found) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(found.command, found.args, { stdio: 'ignore', detached: true, shell: false })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
