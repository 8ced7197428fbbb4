import manifest from '../../package.json' with { type: 'json' }

/** What every package says of the product. */
export const PRODUCT = {
  /** Of files, commands and directories. */
  name: 'ventanilla',
  /** As people read it. */
  title: 'Ventanilla',
  /** Windows groups windows by it; the same as the running application's (`electron/shell/identity.ts`). */
  appId: 'es.ventanilla.desktop',
  version: manifest.version,
  publisher: 'Ventanilla',
  maintainer: 'Ventanilla <soporte@ventanilla.example>',
  homepage: 'https://ventanilla.example',
  summary: 'Compañero de la gestoría para matricular y transferir vehículos',
} as const

/** Platforms that the lightweight edition is packaged for. */
export const PLATFORMS = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64'] as const
export type PackagePlatform = (typeof PLATFORMS)[number]

/** Of the Electron edition. Never change: Windows tells by them that an installer is of the same product. */
export const ELECTRON_INSTALLERS = {
  nsis: 'c8d1a6f2-52d9-4c07-9a3e-7b1f4b0f6d15',
  msi: '5B3F1C0E-9C3A-4E0B-8C57-0E7F0B9E2D46',
} as const
