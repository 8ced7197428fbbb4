import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Edition, NOTICES_PATH, noticesSchema, sbomPath } from '#shared/notices/notices.ts'
import { PRODUCT } from '../packages/product.ts'
import { noticesText } from './notices-file.ts'
import { checkSbom } from './sbom.ts'

/**
 * Writes the notices of licences and the SBOM of a package into its `licences/`, from what the build found.
 * @param rendererDir the window's built files
 */
export async function writeNotices(options: {
  rendererDir: string
  edition: Edition
  outDir: string
}): Promise<void> {
  const { rendererDir, edition, outDir } = options
  const notices = noticesSchema.parse(JSON.parse(await readFile(join(rendererDir, NOTICES_PATH), 'utf8')))
  const sbom = await readFile(join(rendererDir, sbomPath(edition)), 'utf8')
  await checkSbom(sbom)
  await mkdir(outDir, { recursive: true })
  await writeFile(join(outDir, 'AVISOS.txt'), noticesText(notices, edition, PRODUCT))
  await writeFile(join(outDir, 'sbom.cdx.json'), sbom)
}
