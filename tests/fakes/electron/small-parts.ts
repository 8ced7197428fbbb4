import { EventEmitter } from 'node:events'
import { app } from './app.ts'

const display = {
  id: 1,
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  scaleFactor: 1,
}

export const screen = Object.assign(new EventEmitter(), {
  displays: [display],
  pointer: { x: 0, y: 0 },
  getCursorScreenPoint: () => screen.pointer,
  /** The display that holds the point, or the main one. */
  getDisplayNearestPoint: ({ x, y }: { x: number; y: number }) =>
    screen.displays.find(
      ({ workArea: area }) =>
        x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height,
    ) ?? display,
  getPrimaryDisplay() {
    app.mustBeReady('screen')
    return screen.displays[0]
  },
  getAllDisplays() {
    app.mustBeReady('screen')
    return screen.displays
  },
  /** A display is unplugged, or changes. */
  change(displays: (typeof display)[], event: 'display-removed' | 'display-metrics-changed') {
    screen.displays = displays
    screen.emit(event, {})
  },
})

export const clipboard = {
  text: '',
  reads: 0,
  /** It rejects, as when another program holds the clipboard. */
  isBroken: false,
  readText(): Promise<string> {
    clipboard.reads++
    return clipboard.isBroken ? Promise.reject(new Error('busy')) : Promise.resolve(clipboard.text)
  },
}

class FakeNativeTheme extends EventEmitter {
  systemIsDark = process.env['FAKE_ELECTRON_DARK'] === '1'
  themeSource = 'system'

  get shouldUseDarkColors() {
    return this.themeSource === 'system' ? this.systemIsDark : this.themeSource === 'dark'
  }

  /** On Windows the system's own, whatever the application chose. */
  get shouldUseDarkColorsForSystemIntegratedUI() {
    return this.systemIsDark
  }
}

export const nativeTheme = new FakeNativeTheme()

export interface MenuItem {
  label?: string
  role?: string
  type?: string
  enabled?: boolean
  checked?: boolean
  click?: () => void
  submenu?: MenuItem[]
}
let applicationMenu: MenuItem[] | null = null
export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu: (menu: MenuItem[] | null) => {
    applicationMenu = menu
  },
  getApplicationMenu: () => applicationMenu,
}

interface MessageBox {
  message: string
  detail?: string
  buttons?: string[]
  cancelId?: number
  signal?: AbortSignal
}
interface Question {
  message: string
  detail: string
  buttons: string[]
  hasParent: boolean
  answer: (response: number) => void
}

export const dialog = {
  boxes: [] as { title: string; content: string }[],
  /** Paths that the user will choose, and the dialogs shown. */
  chosen: [] as string[],
  asked: [] as { defaultPath?: string; properties?: string[] }[],
  showOpenDialog(options: { defaultPath?: string; properties?: string[] }) {
    app.mustBeReady('dialog')
    dialog.asked.push(options)
    return Promise.resolve({ canceled: dialog.chosen.length === 0, filePaths: dialog.chosen })
  },
  /** Questions on screen, each until it is answered. */
  questions: [] as Question[],
  showMessageBox(...given: [MessageBox] | [unknown, MessageBox]) {
    app.mustBeReady('dialog')
    const options = given.length === 1 ? given[0] : given[1]
    const { message, detail = '', buttons = [], cancelId = 0, signal } = options
    const { promise, resolve } = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>()
    const answer = (response: number) => {
      dialog.questions = dialog.questions.filter((one) => one !== question)
      resolve({ response, checkboxChecked: false })
    }
    const question: Question = { message, detail, buttons, hasParent: given.length === 2, answer }
    dialog.questions.push(question)
    signal?.addEventListener('abort', () => answer(cancelId))
    return promise
  },
  showErrorBox(title: string, content: string) {
    dialog.boxes.push({ title, content })
    process.stderr.write(`[error box] ${title}: ${content}\n`)
  },
}

export const powerMonitor = new EventEmitter()

export class FakeImage {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
  isTemplate = false
  readonly scaleFactors = [1]

  constructor(pixels: Buffer, { width, height }: { width: number; height: number }) {
    if (pixels.length !== width * height * 4) throw new Error('invalid buffer size')
    this.pixels = pixels
    this.width = width
    this.height = height
  }

  addRepresentation(options: { scaleFactor: number; width: number; height: number; buffer: Buffer }) {
    const { scaleFactor, width, height, buffer } = options
    if (buffer.length !== width * height * 4) throw new Error('invalid buffer size')
    this.scaleFactors.push(scaleFactor)
  }

  setTemplateImage(option: boolean) {
    this.isTemplate = option
  }
}

export const nativeImage = {
  createFromBitmap: (pixels: Buffer, size: { width: number; height: number }) => new FakeImage(pixels, size),
}

export const shell = {
  opened: [] as string[],
  openExternal(url: string): Promise<void> {
    shell.opened.push(url)
    return Promise.resolve()
  },
}
