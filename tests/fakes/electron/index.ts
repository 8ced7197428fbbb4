/** The module `electron` of the stand-in's main process. */
export { app } from './app.ts'
export { crashReporter } from './crash-reporter.ts'
export { FakeBrowserWindow as BrowserWindow } from './browser-window.ts'
export { globalShortcut } from './global-shortcut.ts'
export { ipcMain } from './ipc-main.ts'
export { protocol, session } from './session.ts'
export { FakeNotification as Notification } from './notification.ts'
export {
  clipboard,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
} from './small-parts.ts'
export { FakeTray as Tray } from './tray.ts'
export { utilityProcess } from './utility-process.ts'
