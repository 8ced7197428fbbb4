import type { PackagePlatform } from '../packages/product.ts'

/** Target of one run of electron-builder. */
export interface ElectronTarget {
  name: 'linux-x64' | 'win32-x64' | 'darwin-x64' | 'darwin-arm64' | 'darwin-universal'
  platform: 'linux' | 'win32' | 'darwin'
  arch: 'x64' | 'arm64' | 'universal'
  /**
   * Prebuilt binaries of the native modules. Every target of macOS has the binaries of both architectures: a
   * universal application is joined from two that have the same ASAR.
   */
  prebuilds: readonly PackagePlatform[]
  /** Packages of the target, with electron-builder's names. */
  packages: readonly string[]
}

const MAC_PREBUILDS: readonly PackagePlatform[] = ['darwin-arm64', 'darwin-x64']

export const ELECTRON_TARGETS = {
  'linux-x64': {
    name: 'linux-x64',
    platform: 'linux',
    arch: 'x64',
    prebuilds: ['linux-x64'],
    packages: ['AppImage', 'deb', 'rpm'],
  },
  'win32-x64': {
    name: 'win32-x64',
    platform: 'win32',
    arch: 'x64',
    prebuilds: ['win32-x64'],
    packages: ['nsis', 'msi'],
  },
  'darwin-x64': {
    name: 'darwin-x64',
    platform: 'darwin',
    arch: 'x64',
    prebuilds: MAC_PREBUILDS,
    packages: [],
  },
  'darwin-arm64': {
    name: 'darwin-arm64',
    platform: 'darwin',
    arch: 'arm64',
    prebuilds: MAC_PREBUILDS,
    packages: [],
  },
  'darwin-universal': {
    name: 'darwin-universal',
    platform: 'darwin',
    arch: 'universal',
    prebuilds: MAC_PREBUILDS,
    packages: ['dmg', 'zip'],
  },
} as const satisfies Record<string, ElectronTarget>

export type TargetName = keyof typeof ELECTRON_TARGETS

/** Targets that an office installs. */
export const SHIPPED: readonly TargetName[] = ['linux-x64', 'win32-x64', 'darwin-universal']
