import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import type { FakeImage, MenuItem } from './small-parts.ts'

/** Icons in the notification area. The desktop may refuse one, and whether it draws it is not told. */
const icons: FakeTray[] = []

export class FakeTray extends EventEmitter {
  static readonly icons = icons
  /** Message with which the next one cannot be created. */
  static refusal: string | null = process.env['FAKE_ELECTRON_NO_TRAY'] ?? null
  /** How many were ever created. */
  static created = 0

  image: FakeImage
  tooltip = ''
  menu: MenuItem[] | null = null
  /** Calls that redraw it. */
  readonly history: string[] = []
  #destroyed = false

  constructor(image: FakeImage) {
    super()
    app.mustBeReady('Tray')
    if (FakeTray.refusal !== null) throw new Error(FakeTray.refusal)
    this.image = image
    FakeTray.created++
    icons.push(this)
  }

  isDestroyed = () => this.#destroyed

  /** Electron's answer to any use of one that is gone. */
  #mustExist() {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
  }

  setImage(image: FakeImage) {
    this.#mustExist()
    this.image = image
    this.history.push('image')
  }

  setToolTip(text: string) {
    this.#mustExist()
    this.tooltip = text
    this.history.push('tooltip')
  }

  setContextMenu(menu: MenuItem[] | null) {
    this.#mustExist()
    this.menu = menu
    this.history.push('menu')
  }

  destroy() {
    this.#destroyed = true
    const at = icons.indexOf(this)
    if (at >= 0) icons.splice(at, 1)
  }

  /** The user chooses in its menu, by the label as it is read. */
  choose(...labels: string[]) {
    let items = this.menu ?? []
    for (const [index, label] of labels.entries()) {
      const found = items.find((one) => one.label?.replaceAll('&&', '&') === label)
      if (!found || found.enabled === false) throw new Error(`no entry to choose: ${label}`)
      if (index === labels.length - 1) found.click?.()
      items = found.submenu ?? []
    }
  }
}
