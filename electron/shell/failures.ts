import { mkdirSync } from 'node:fs'
import type { App, CrashReporter, Dialog, WebContents } from 'electron'
import { shellTexts } from '#shared/text/hosts.ts'
import type { Log } from '../core/runtime/log.ts'

/**
 * Keeps the crash dumps of every process of Electron on this PC, in a folder of their owner alone. They are sent to
 * nobody, neither by us nor by the system: nothing can be redacted from them.
 */
export function keepCrashDumps(
  app: Pick<App, 'setPath'>,
  crashReporter: Pick<CrashReporter, 'start'>,
  directory: string,
): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', directory)
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true })
}

export interface PageFailuresDeps {
  app: Pick<App, 'on'>
  dialog: Pick<Dialog, 'showMessageBox' | 'showErrorBox'>
  log: Log
}

/** Choices of the question about a page that does not answer, in order. */
const CHOICES = [shellTexts.wait, shellTexts.reload]

/**
 * Failures of pages that no page can report by itself, of every window: a preload that failed, without which it does
 * not reach the core, and a page that no longer answers. Both end in the log and in one question or message.
 */
export function followPageFailures({ app, dialog, log }: PageFailuresDeps): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('preload-error', (_event, _path, error) => {
      log.error('shell: the preload of a page failed', error)
      dialog.showErrorBox(shellTexts.windowLost, shellTexts.windowLostAdvice)
    })
    let asked: AbortController | null = null
    contents.on('unresponsive', () => {
      log.warn('shell: a page does not answer')
      if (asked) return
      asked = new AbortController()
      askToWait(contents, asked.signal)
        .catch((error: unknown) => log.error('shell: nobody could be asked about a page', error))
        .finally(() => {
          asked = null
        })
    })
    contents.on('responsive', () => {
      log.info('shell: the page answers again')
      asked?.abort()
    })
  })

  async function askToWait(contents: WebContents, signal: AbortSignal): Promise<void> {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: shellTexts.hung,
      detail: shellTexts.hungAdvice,
      buttons: CHOICES,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    })
    // What has ended is loaded again by its window.
    if (CHOICES[response] === shellTexts.reload && !signal.aborted && !contents.isDestroyed())
      contents.forcefullyCrashRenderer()
  }
}
