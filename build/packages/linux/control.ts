import { PRODUCT, type PackagePlatform } from '../product.ts'

export type DebPlatform = Extract<PackagePlatform, `linux-${string}`>

export const debianArchitecture = (platform: DebPlatform): string =>
  platform === 'linux-x64' ? 'amd64' : 'arm64'

/** Debian sorts `~` before the end: a pre-release comes before its release, as in ours. */
export const debianVersion = (version: string): string => version.replace('-', '~')

/**
 * What the programs are linked with: the oldest versions that have the symbols they name (tests/packages compares), and
 * what is called by name. The keychain is a service of the desktop, that some have none of: the application tells.
 */
const DEPENDS = [
  'libc6 (>= 2.34)',
  'libgcc-s1 (>= 3.4)',
  'libglib2.0-0 (>= 2.42.0) | libglib2.0-0t64',
  'libsecret-1-0 (>= 0.18)',
  'libstdc++6 (>= 11)',
]
const RECOMMENDS = [
  'chromium | google-chrome-stable | microsoft-edge-stable | www-browser',
  'gnome-keyring | secret-service',
  'xdg-utils',
]

/** @param size installed, in KiB */
export const controlFile = (of: { platform: DebPlatform; version: string; size: number }): string =>
  `Package: ${PRODUCT.name}
Version: ${debianVersion(of.version)}
Section: non-free/misc
Priority: optional
Architecture: ${debianArchitecture(of.platform)}
Maintainer: ${PRODUCT.maintainer}
Installed-Size: ${of.size}
Depends: ${DEPENDS.join(', ')}
Recommends: ${RECOMMENDS.join(', ')}
Homepage: ${PRODUCT.homepage}
Description: compañero de la gestoría para matricular y transferir vehículos
 Escribe una matrícula y sabe en un segundo si el vehículo se puede transferir,
 también sin conexión. Abre matriculaciones, transferencias y notificaciones de
 venta paso a paso, con sus documentos y firmas, y avisa de cada cambio.
 .
 Se abre en una ventana propia del navegador instalado. Incluye una
 demostración completa, que no necesita cuenta.
`
