import type { PackagedEdition } from '#electron/packaged-edition.ts'
import type { PackagePlatform } from './product.ts'

export interface StageOptions {
  platform: PackagePlatform
  /** Package that will bring it: recorded in `edition.json`. */
  package: PackagedEdition['package']
  /** Directory to make the installation in; emptied before. */
  outDir: string
  /** The product's, except in tests of updates. */
  version?: string
  /** Modification time of every file, in seconds since 1970: the commit's date (`SOURCE_DATE_EPOCH`). */
  epoch: number
}

/**
 * Stages an installation of the lightweight edition, as build/packages/README.md draws it: its launcher (Windows'
 * own comes from build/packages/windows), `current`, and one version. Takes what `npm run build` made.
 * @returns the installation directory
 */
export async function stageWebEdition(options: StageOptions): Promise<string> {
  await Promise.reject(new Error(`not staged yet: ${options.platform}`))
  return options.outDir
}
