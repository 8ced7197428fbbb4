import { existsSync } from 'node:fs'
import { ensurePrograms, pathOf } from '../../system.ts'

/** Reason why nothing can be made for Windows here, or `null`; as root, installs Debian's packages. */
export const whyNoCompilers = (): Promise<string | null> => ensurePrograms('makensis', 'mingw', '7z')

/**
 * Reason why nothing of Windows runs here, or `null`. Wine is large: the full round installs it, and any other uses it
 * where it is.
 */
export async function whyNoWine(): Promise<string | null> {
  const why = await whyNoCompilers()
  if (why !== null) return why
  const isHere = existsSync(pathOf('wine')) && existsSync(pathOf('Xvfb'))
  if (isHere || process.env['FULL'] !== '1')
    return isHere ? null : 'wine missing (npm run test:full installs it)'
  return ensurePrograms('wine', 'Xvfb')
}
