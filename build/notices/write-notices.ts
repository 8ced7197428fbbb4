import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noticesSchema } from '#shared/notices/notices.ts'
import { type Edition, NOTICES_PATH, sbomPath } from '#shared/notices/editions.ts'
import { PRODUCT } from '../packages/product.ts'
import { noticesText } from './notices-file.ts'
import { noticesWithNode, type PackagedNode, sbomWithNode } from './other-node.ts'
import { checkSbom } from './sbom.ts'

export interface WriteNoticesOptions {
  /** The window's built files, as they are in the package: their Node is made the package's own. */
  rendererDir: string
  edition: Edition
  /** The package's `licences/`. */
  outDir: string
  /** The Node that the package brings, if it is not the build's. */
  node?: PackagedNode
}

/** Writes the notices of licences and the SBOM of a package, from what the build found. */
export async function writeNotices({
  rendererDir,
  edition,
  outDir,
  node,
}: WriteNoticesOptions): Promise<void> {
  const noticesFile = join(rendererDir, NOTICES_PATH)
  const sbomFile = join(rendererDir, sbomPath(edition))
  let notices = noticesSchema.parse(JSON.parse(await readFile(noticesFile, 'utf8')))
  let sbom = await readFile(sbomFile, 'utf8')
  if (node) {
    notices = noticesWithNode(notices, node)
    sbom = sbomWithNode(sbom, node)
    await writeFile(noticesFile, JSON.stringify(notices))
    await writeFile(sbomFile, sbom)
  }
  await checkSbom(sbom)
  await mkdir(outDir, { recursive: true })
  await writeFile(join(outDir, 'AVISOS.txt'), noticesText(notices, edition, PRODUCT))
  await writeFile(join(outDir, 'sbom.cdx.json'), sbom)
}
