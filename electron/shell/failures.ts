import { mkdirSync } from 'node:fs'
import type { App, CrashReporter, Dialog, WebContents } from 'electron'
import { shellTexts } from '#shared/text/hosts.ts'
import type { Log } from '../core/runtime/log.ts'

/**
 * Stores the crash dumps of every Electron process on this PC, in an owner-only folder. They are never sent, because
 * nothing can be redacted from them.
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
 * Handles failures that a page cannot report itself: a failed preload, without which the page cannot reach the core,
 * and a page that does not answer. Both are logged and shown in a dialog.
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
    // The window reloads a page whose process has ended.
    if (CHOICES[response] === shellTexts.reload && !signal.aborted && !contents.isDestroyed())
      contents.forcefullyCrashRenderer()
  }
}
