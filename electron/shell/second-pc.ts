import type { HostPort } from '../core/host.ts'
import type { Topics, TrustedWindow } from './ipc.ts'
import { createMainWindow, type MainWindow, type MainWindowDeps } from './main-window.ts'

export interface PcWindowDeps extends Omit<MainWindowDeps, 'onContents' | 'onClose' | 'onSessionEnd'> {
  /** Windows whose pages may call a core. */
  windows: TrustedWindow[]
  topics: () => Pick<Topics, 'add' | 'follow'>
}

/** Serves the second PC of the demonstration in a window of its own. Closing the window does not end the PC. */
export function createPcWindow({ windows, topics, ...deps }: PcWindowDeps): NonNullable<HostPort['servePc']> {
  /** Created once, because it follows the displays as long as the application runs. */
  let window: MainWindow | null = null

  function createWindow(): MainWindow {
    const created = createMainWindow({
      ...deps,
      onContents: (contents) => topics().follow(contents),
      // Not called: the window has ended from the start, so that each closing is real.
      onClose: () => undefined,
      onSessionEnd: () => undefined,
    })
    created.end()
    return created
  }

  return async ({ router }) => {
    const shown = (window ??= createWindow())
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
