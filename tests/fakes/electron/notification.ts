import { EventEmitter } from 'node:events'
import type { ActivationArguments, NotificationConstructorOptions } from 'electron'
import { createEvent } from './app.ts'

/** What the system has on screen or in its centre; of one id there is one, where the system knows ids. */
const onScreen: FakeNotification[] = []

/** A system's notifications: they show a turn later, stay until they are closed, and can be clicked. */
export class FakeNotification extends EventEmitter {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly silent: boolean

  static readonly onScreen = onScreen
  /** The next ones are refused by the system, with these words. */
  static refusal: string | null = null
  static supported = true
  /** Says neither that it showed one nor that it did not. */
  static mute = false
  /** As Windows and macOS, that know an id; Linux does not. */
  static knowsIds = process.platform !== 'linux'
  /** What earlier runs left (macOS). */
  static left: FakeNotification[] = []
  static #onActivation: ((details: ActivationArguments) => void) | null = null
  static #pending: ActivationArguments | null = null

  static isSupported = () => FakeNotification.supported
  static getHistory = () => Promise.resolve(FakeNotification.left)

  static handleActivation(callback: (details: ActivationArguments) => void) {
    FakeNotification.#onActivation = callback
    // One that came before anybody listened is told now.
    if (FakeNotification.#pending) callback(FakeNotification.#pending)
    FakeNotification.#pending = null
  }

  /** A click that Windows tells the application, whether or not it still has the object. */
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

  /** By the person. */
  click() {
    this.emit('click', createEvent())
    this.close('userCanceled')
  }
}
