import { spawn } from 'node:child_process'

/** The system's own way of opening a file, by platform. */
function opener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): { command: string; args: string[] } | null {
  if (platform === 'darwin') return { command: 'open', args: [] }
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'start', '""'] }
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [] } : null
}

/**
 * Opens the entry file in the user's browser. The file, not the address: a command line is public.
 * @returns whether there was something to open it with
 */
export function openBrowser(file: string, platform = process.platform, env = process.env): Promise<boolean> {
  const found = opener(platform, env)
  if (!found) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(found.command, [...found.args, file], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
