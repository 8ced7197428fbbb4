import { app } from './app.ts'

const MODIFIERS = /^(command|cmd|control|ctrl|commandorcontrol|cmdorctrl|alt|option|altgr|shift|super|meta)$/i
const KEY =
  /^([a-z0-9]|f([1-9]|1\d|2[0-4])|space|tab|up|down|left|right|home|end|page(up|down)|insert|delete|backspace|enter|return|escape|esc|plus|[-=[\];',./`\\])$/i

/** Electron refuses to convert an accelerator with no key, two of them, or an unknown one. */
function check(accelerator: string): void {
  const parts = accelerator.split('+')
  const keys = parts.filter((part) => !MODIFIERS.test(part))
  if (keys.length !== 1 || !KEY.test(keys[0]!)) throw new TypeError(`conversion failure from ${accelerator}`)
}

/** Global shortcuts of the system: each belongs to one program, and is answered to that one alone. */
class FakeGlobalShortcut {
  readonly #ours = new Map<string, () => void>()
  /** Shortcuts of other programs. */
  readonly taken = new Set<string>((process.env['FAKE_ELECTRON_TAKEN'] ?? '').split(' ').filter(Boolean))

  register(accelerator: string, callback: () => void): boolean {
    app.mustBeReady('globalShortcut')
    check(accelerator)
    // False for one of our own too.
    if (this.taken.has(accelerator) || this.#ours.has(accelerator)) return false
    this.#ours.set(accelerator, callback)
    return true
  }

  isRegistered(accelerator: string): boolean {
    app.mustBeReady('globalShortcut')
    check(accelerator)
    return this.#ours.has(accelerator)
  }

  unregister(accelerator: string): void {
    app.mustBeReady('globalShortcut')
    check(accelerator)
    this.#ours.delete(accelerator)
  }

  unregisterAll(): void {
    app.mustBeReady('globalShortcut')
    this.#ours.clear()
  }

  registered = (): string[] => [...this.#ours.keys()]

  /** Press by the user. @returns true if it reached this application */
  press(accelerator: string): boolean {
    const callback = this.taken.has(accelerator) ? undefined : this.#ours.get(accelerator)
    callback?.()
    return callback !== undefined
  }
}

export const globalShortcut = new FakeGlobalShortcut()
