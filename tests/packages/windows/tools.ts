import { ensurePrograms } from '../../system.ts'

/** Reason why nothing can be made for Windows here, or `null`; as root, installs Debian's packages. */
export const whyNoCompilers = (): Promise<string | null> => ensurePrograms('makensis', 'mingw', '7z')

/** Reason why nothing of Windows is run here, or `null`. Wine is large, and each of its programs takes a second. */
export async function whyNoWine(): Promise<string | null> {
  if (process.env['FULL'] !== '1') return 'in npm run test:full only'
  return (await whyNoCompilers()) ?? ensurePrograms('wine', 'Xvfb')
}
