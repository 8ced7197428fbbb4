import type { MenuItemConstructorOptions } from 'electron'
import { menuTexts as text } from '#shared/text/hosts.ts'

const separator: MenuItemConstructorOptions = { type: 'separator' }

/**
 * Replaces Electron's own menu, which reloads the page and opens the developer's tools. On macOS copy and
 * paste shortcuts only work through these roles. The application's own commands are in the page.
 */
export function menuTemplate(isMac: boolean): MenuItemConstructorOptions[] {
  const app: MenuItemConstructorOptions = {
    label: text.app,
    submenu: [
      { role: 'about', label: text.about },
      separator,
      { role: 'hide', label: text.hide },
      { role: 'hideOthers', label: text.hideOthers },
      { role: 'unhide', label: text.showAll },
      separator,
      { role: 'quit', label: text.quit },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: text.file,
    submenu: [{ role: 'quit', label: text.quit }],
  }
  const edit: MenuItemConstructorOptions = {
    label: text.edit,
    submenu: [
      { role: 'undo', label: text.undo },
      { role: 'redo', label: text.redo },
      separator,
      { role: 'cut', label: text.cut },
      { role: 'copy', label: text.copy },
      { role: 'paste', label: text.paste },
      { role: 'selectAll', label: text.selectAll },
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: text.view,
    submenu: [
      { role: 'zoomIn', label: text.zoomIn },
      { role: 'zoomOut', label: text.zoomOut },
      { role: 'resetZoom', label: text.zoomReset },
      separator,
      { role: 'togglefullscreen', label: text.fullScreen },
    ],
  }
  const window: MenuItemConstructorOptions = {
    label: text.window,
    submenu: [
      { role: 'minimize', label: text.minimize },
      { role: 'close', label: text.close },
    ],
  }
  return [isMac ? app : file, edit, view, window]
}
