import { resolve } from 'node:path'
import type { App } from 'electron'
import { LINK_SCHEME } from '#shared/bridge/deep-link.ts'

export interface LinkSchemeDeps {
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>
  platform: NodeJS.Platform
  /** Of this process: the program, its entry in development, and the rest. */
  argv: readonly string[]
  execPath: string
  /** Runs on the user's own data, and not on a directory named on the command line. */
  isUsualDirectory: boolean
}

/**
 * Makes this application the one that opens our links. The last argument ends the options: a link with quotes
 * in it could add some otherwise. On Linux the installed desktop file declares the scheme instead.
 */
export function registerLinkScheme(deps: LinkSchemeDeps): void {
  const { app, platform, argv, execPath, isUsualDirectory } = deps
  // Links open the user's own data: a copy beside them does not take the links away.
  if (platform === 'linux' || !isUsualDirectory) return
  const entry = app.isPackaged ? [] : [resolve(argv[1] ?? '')]
  app.setAsDefaultProtocolClient(LINK_SCHEME, execPath, [...entry, '--'])
}
