import { EventEmitter } from 'node:events'
import type { ActivationArguments, NotificationAction, NotificationConstructorOptions } from 'electron'
import { createEvent } from './app.ts'

/** Notifications on screen or in the system's centre; one per id, where the system supports ids. */
const onScreen: FakeNotification[] = []

/** Notifications of the system: they show a turn later, stay until closed, and can be clicked. */
export class FakeNotification extends EventEmitter {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly silent: boolean
  readonly groupId: string
  readonly actions: NotificationAction[]

  static readonly onScreen = onScreen
  /** Message with which the system refuses the next ones. */
  static refusal: string | null = null
  static supported = true
  /** Reports neither success nor failure. */
  static mute = false
  /** Supports ids, like Windows and macOS but not Linux. */
  static knowsIds = process.platform !== 'linux'
  /** Notifications left by earlier runs (macOS). */
  static left: FakeNotification[] = []
  static #onActivation: ((details: ActivationArguments) => void) | null = null
  static #pending: ActivationArguments | null = null

  static isSupported = () => FakeNotification.supported
  static getHistory = () => Promise.resolve(FakeNotification.left)

  static handleActivation(callback: (details: ActivationArguments) => void) {
    FakeNotification.#onActivation = callback
    // Delivers an activation that came before the listener.
    if (FakeNotification.#pending) callback(FakeNotification.#pending)
    FakeNotification.#pending = null
  }

  /** Click that Windows reports to the application, whether or not the object still exists. */
  static activate(said: string, type = 'click', actionIndex?: number) {
    const details: ActivationArguments = {
      type,
      arguments: said,
      ...(actionIndex !== undefined && { actionIndex }),
    }
    if (FakeNotification.#onActivation) FakeNotification.#onActivation(details)
    else FakeNotification.#pending = details
  }

  static reset() {
    onScreen.length = 0
    Object.assign(FakeNotification, { refusal: null, supported: true, mute: false, left: [] })
    FakeNotification.#onActivation = null
    FakeNotification.#pending = null
  }

  constructor(options: NotificationConstructorOptions) {
    const { id = '', title = '', body = '', silent = false, groupId = '', actions = [] } = options
    super()
    this.id = id
    this.title = title
    this.body = body
    this.silent = silent
    this.groupId = groupId
    this.actions = actions
  }

  show() {
    const { refusal, mute, knowsIds } = FakeNotification
    setImmediate(() => {
      if (refusal !== null) return this.emit('failed', createEvent(), refusal)
      const before = knowsIds ? onScreen.findIndex(({ id }) => id === this.id) : -1
      if (before >= 0) onScreen.splice(before, 1)
      onScreen.push(this)
      return mute || this.emit('show', createEvent())
    })
  }

  close(reason = 'applicationHidden') {
    const at = onScreen.indexOf(this)
    if (at >= 0 && reason !== 'timedOut') onScreen.splice(at, 1)
    this.emit('close', createEvent({ reason }))
  }

  /** Press of a button. Unlike a click, it does not remove the notification on every system. */
  press(actionIndex: number) {
    if (this.actions.length > 0 && !this.actions[actionIndex]) throw new Error('there is no such button')
    this.emit('action', createEvent({ actionIndex, selectionIndex: -1 }))
  }

  /** Click by the user. */
  click() {
    this.emit('click', createEvent())
    this.close('userCanceled')
  }
}
