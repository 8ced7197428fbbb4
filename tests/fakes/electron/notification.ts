import { EventEmitter } from 'node:events'
import type { ActivationArguments, NotificationConstructorOptions } from 'electron'
import { createEvent } from './app.ts'

/** Notifications on screen or in the system's centre; one per id, where the system supports ids. */
const onScreen: FakeNotification[] = []

/** Notifications of the system: they show a turn later, stay until closed, and can be clicked. */
export class FakeNotification extends EventEmitter {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly silent: boolean

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
  static activate(said: string, type = 'click') {
    const details: ActivationArguments = { type, arguments: said }
    if (FakeNotification.#onActivation) FakeNotification.#onActivation(details)
    else FakeNotification.#pending = details
  }

  static reset() {
    onScreen.length = 0
    Object.assign(FakeNotification, { refusal: null, supported: true, mute: false, left: [] })
    FakeNotification.#onActivation = null
    FakeNotification.#pending = null
  }

  constructor({ id = '', title = '', body = '', silent = false }: NotificationConstructorOptions) {
    super()
    this.id = id
    this.title = title
    this.body = body
    this.silent = silent
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

  /** Click by the user. */
  click() {
    this.emit('click', createEvent())
    this.close('userCanceled')
  }
}
