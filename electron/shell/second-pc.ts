import type { Session } from 'electron'
import type { HostPort } from '../core/host.ts'
import type { Topics, TrustedWindow } from './ipc.ts'
import { createMainWindow, type MainWindow, type MainWindowDeps } from './main-window.ts'

export interface PcWindowDeps extends Omit<
  MainWindowDeps,
  'session' | 'onContents' | 'onClose' | 'onSessionEnd'
> {
  /** Creates the session of its page. Called when a second PC is opened for the first time. */
  createSession: () => Session
  /** Windows whose pages may call a core. */
  windows: TrustedWindow[]
  topics: () => Pick<Topics, 'add' | 'follow'>
}

/** Serves the second PC of the demonstration in a window of its own. Closing the window does not end the PC. */
export function createPcWindow({
  windows,
  topics,
  createSession,
  ...deps
}: PcWindowDeps): NonNullable<HostPort['servePc']> {
  let session: Session | null = null
  /** Created once, because it follows the displays as long as the application runs. */
  let window: MainWindow | null = null

  function createWindow(pages: Session): MainWindow {
    const created = createMainWindow({
      ...deps,
      session: pages,
      onContents: (contents) => topics().follow(contents),
      // Not called: the window has ended from the start, so that each closing is real.
      onClose: () => undefined,
      onSessionEnd: () => undefined,
    })
    created.end()
    return created
  }

  return async ({ router }) => {
    session ??= createSession()
    // Each second PC begins with empty data, and its page too.
    await session.clearStorageData()
    const shown = (window ??= createWindow(session))
    const page: TrustedWindow = { contents: shown.contents, router }
    windows.push(page)
    const endTopics = topics().add(page)
    return {
      async open() {
        shown.show()
        return null
      },
      async close() {
        endTopics()
        windows.splice(windows.indexOf(page), 1)
        shown.close()
      },
    }
  }
}
