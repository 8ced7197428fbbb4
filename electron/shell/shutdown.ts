import type { App } from 'electron'
import type { Log } from '../core/runtime/log/log.ts'

export interface ShutdownDeps {
  app: Pick<App, 'on' | 'exit' | 'quit'>
  platform: NodeJS.Platform
  log: Log
  /** Ends everything that must end before the process does. */
  stop: () => Promise<void>
}

const STOP_MS = 5_000

/** Ends the application once and in order: windows first, then the core, and at once when that takes too long. */
export function followQuit({ app, platform, log, stop }: ShutdownDeps): void {
  let stopping = false

  app.on('window-all-closed', () => {
    // On macOS an application without a window stays in the Dock.
    if (platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error('shell: stopping took too long')
      app.exit(1)
    }, STOP_MS).unref()
    stop().then(
      () => app.exit(0),
      (error: unknown) => {
        log.error('shell: it did not stop well', error)
        app.exit(1)
      },
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
}
