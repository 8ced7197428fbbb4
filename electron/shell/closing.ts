import type { BrowserWindow, Dialog, MessageBoxOptions, App } from 'electron'
import { quitTexts, shellTexts } from '#shared/text/hosts.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log.ts'
import { STOP_MS } from '../host-parts.ts'
import type { WindowMemoryFile } from './main-window.ts'
import { followSettings } from './system.ts'

export interface ClosingDeps {
  platform: NodeJS.Platform
  dialog: Pick<Dialog, 'showMessageBox'>
  router: Pick<Router, 'call' | 'subscribe'>
  memory: WindowMemoryFile
  /** True if the tray icon exists. Without it, a hidden window could not be brought back. */
  trayIsThere: () => boolean
  quit: () => void
  log: Log
}

export interface Closing {
  /** Handles the user's closing of the window: hides the window or ends the application, as the user chose. */
  close(window: BrowserWindow): void
}

/**
 * Close button of the window. It hides the window if the tray icon or the Dock of macOS can bring it back. Otherwise
 * it ends the application. Minimising instead would leave a window that cannot be closed.
 */
export function createClosing(deps: ClosingDeps): Closing {
  const { platform, dialog, router, memory, trayIsThere, quit, log } = deps
  const settings = followSettings(router)
  let isAsking = false

  /** Asks the first time only. Not on macOS: elsewhere, users do not expect that a closed window is only hidden. */
  async function askOnce(window: BrowserWindow): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: shellTexts.trayQuestion,
      detail: shellTexts.trayAdvice,
      buttons: [shellTexts.trayStay, shellTexts.trayQuit],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 0) {
      memory.write({ hidingExplained: true })
      return hide(window)
    }
    // A locked core refuses the setting. The next closing then asks again.
    const kept = await router.call('settings.update', { window: { onClose: 'quit' } })
    if (kept.ok) memory.write({ hidingExplained: true })
    quit()
  }

  return {
    close(window) {
      const isMac = platform === 'darwin'
      if (settings().window.onClose === 'quit' || !(isMac || trayIsThere())) return quit()
      if (isMac || memory.read().hidingExplained) return hide(window)
      if (isAsking) return
      isAsking = true
      askOnce(window)
        .catch((error: unknown) => {
          log.error('shell: the question about closing failed', error)
          hide(window)
        })
        .finally(() => (isAsking = false))
    },
  }
}

function hide(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  // On macOS, hiding a full-screen window leaves its space empty and black.
  if (!window.isFullScreen()) return window.hide()
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}

/** `wait`: quit when everything is sent. `now`: quit at once. `stay`: do not quit. */
export type QuitAnswer = 'wait' | 'now' | 'stay'

const ANSWERS: readonly QuitAnswer[] = ['wait', 'now', 'stay']

/** Asks whether to wait for submissions in progress, over the window if one is on screen. */
export async function askBeforeQuitting(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  sending: number,
  signal: AbortSignal,
): Promise<QuitAnswer> {
  const options: MessageBoxOptions = {
    type: 'question',
    message: quitTexts.sending(sending),
    detail: quitTexts.detail,
    buttons: ANSWERS.map((answer) => quitTexts.answers[answer]),
    defaultId: ANSWERS.indexOf('wait'),
    cancelId: ANSWERS.indexOf('stay'),
    signal,
  }
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return ANSWERS[response] ?? 'stay'
}

export interface ShutdownDeps {
  app: Pick<App, 'on' | 'exit' | 'quit'>
  platform: NodeJS.Platform
  log: Log
  /** Number of items being sent. */
  sending: () => number
  /** Asks the user what to do with items being sent. Settles when `signal` aborts. */
  ask: (sending: number, signal: AbortSignal) => Promise<QuitAnswer>
  /** Called when the application ends. From then on windows must close. */
  onEnding: () => void
  /** Ends everything that must end before the process ends. */
  stop: () => Promise<void>
}

export interface Shutdown {
  /** Ends without a question, because the session of the user ends. */
  quitNow(): void
}

const LOOK_MS = 200
/** Maximum wait for submissions, in milliseconds. They continue at the next start. */
const WAIT_MS = 60_000

/**
 * Ends the application once and in order: windows first, then the core. It exits at once if this takes too long.
 * While something is being sent, the user decides first, unless the session or the process is ended from outside.
 */
export function followQuit(deps: ShutdownDeps): Shutdown {
  const { app, platform, log, sending, ask, onEnding, stop } = deps
  let isForced = false
  let isAsking = false
  let isEnding = false
  let isStopping = false
  let waiting: NodeJS.Timeout | undefined

  function quitNow(): void {
    isForced = true
    clearInterval(waiting)
    app.quit()
  }

  /** Ends as soon as nothing is being sent, or after the limit. */
  function endWhenSent(limitMs: number, onSent: () => void): void {
    clearInterval(waiting)
    const until = Date.now() + limitMs
    waiting = setInterval(() => {
      if (sending() > 0 && Date.now() < until) return
      onSent()
      quitNow()
    }, LOOK_MS)
  }

  async function askAndQuit(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const sent = new AbortController()
    endWhenSent(Number.POSITIVE_INFINITY, () => sent.abort())
    const answer = await ask(sending(), sent.signal).catch((error: unknown): QuitAnswer => {
      log.error('shell: the question about quitting failed', error)
      return 'wait'
    })
    isAsking = false
    clearInterval(waiting)
    if (answer === 'now') quitNow()
    if (answer === 'wait') endWhenSent(WAIT_MS, () => undefined)
  }

  app.on('before-quit', (event) => {
    if (isEnding) return
    if (!isForced && sending() > 0) {
      event.preventDefault()
      void askAndQuit()
      return
    }
    isEnding = true
    clearInterval(waiting)
    onEnding()
  })
  app.on('window-all-closed', () => {
    // On macOS an application without a window stays in the Dock.
    if (platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isStopping) return
    isStopping = true
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, quitNow)
  return { quitNow }
}
