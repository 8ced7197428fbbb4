import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { quitTexts as text } from '#shared/text/hosts.ts'

/** `wait`: end once it is sent; `stay`: do not end. */
export type QuitAnswer = 'wait' | 'now' | 'stay'

const ANSWERS: readonly QuitAnswer[] = ['wait', 'now', 'stay']

/** Asks what to do with what is being sent, over the window if there is one on screen. */
export async function askBeforeQuitting(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  sending: number,
  signal: AbortSignal,
): Promise<QuitAnswer> {
  const options: MessageBoxOptions = {
    type: 'question',
    message: text.sending(sending),
    detail: text.detail,
    buttons: ANSWERS.map((answer) => text.answers[answer]),
    defaultId: ANSWERS.indexOf('wait'),
    cancelId: ANSWERS.indexOf('stay'),
    signal,
  }
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return ANSWERS[response] ?? 'stay'
}
