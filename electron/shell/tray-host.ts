/** Runs a program without a shell. Rejects when it is missing or fails. */
export type RunProgram = (command: string, args: readonly string[]) => Promise<string>

const WATCHER = 'org.kde.StatusNotifierWatcher'
const PATH = '/StatusNotifierWatcher'
const PROPERTY = 'IsStatusNotifierHostRegistered'

/** Programs that ask the session's bus; a desktop has one of them at least. */
const PROGRAMS: readonly (readonly [command: string, ...args: string[]])[] = [
  [
    'gdbus',
    'call',
    '--session',
    '--timeout',
    '2',
    '--dest',
    WATCHER,
    '--object-path',
    PATH,
    '--method',
    'org.freedesktop.DBus.Properties.Get',
    WATCHER,
    PROPERTY,
  ],
  ['busctl', '--user', '--timeout=2', 'get-property', WATCHER, PATH, WATCHER, PROPERTY],
]

/**
 * True if the desktop shows tray icons. Electron cannot tell: on Linux an icon that nobody draws looks like any
 * other, and GNOME draws none without an extension. Without an answer there is none.
 */
export async function hasTrayHost(platform: NodeJS.Platform, run: RunProgram): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [command, ...args] of PROGRAMS) {
    const answer = await run(command, args).catch(() => null)
    if (answer !== null) return /\btrue\b/.test(answer)
  }
  return false
}
