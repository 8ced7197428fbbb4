import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Edition, EDITIONS, NOTICES_PATH, sbomPath } from '#shared/notices/editions.ts'
import { type Notices, noticesOf, noticesSchema } from '#shared/notices/notices.ts'
import { noticesFileText as words } from '#shared/text/hosts.ts'
import manifest from '../../package.json' with { type: 'json' }
import { commitEpoch, PRODUCT } from '../packages/product.ts'
import { type BundleName, createModuleRecord, type ModuleRecord } from './package.ts'
import { sbomOf, serialOf, checkSbom } from './sbom.ts'
import { type Shipped, decidedList, listShipped, DECISIONS } from './shipped.ts'

const licenceTextOf = ({ text }: Shipped): string => text ?? ''

/** Notices for the window. Each licence text is stored once. */
export function noticesJson(shipped: readonly Shipped[]): Notices {
  const texts = [...new Set(shipped.map(licenceTextOf))]
  return {
    notices: shipped.map((one) => ({
      name: one.name,
      version: one.version,
      licence: one.licence ?? '',
      home: one.home,
      editions: one.editions && [...one.editions],
      text: texts.indexOf(licenceTextOf(one)),
    })),
    texts,
  }
}

const RULE = '='.repeat(80)

/**
 * Notices as plain text, for people without a window. Packages that share a licence text are listed above it.
 * @param edition Edition of the notices; `null` for all editions
 */
export function noticesText(
  notices: Notices,
  edition: Edition | null,
  product: { title: string; version: string },
): string {
  const listed = edition === null ? notices.notices : noticesOf(notices, edition)
  const blocks = notices.texts.flatMap((text, index) => {
    const lines = listed
      .filter((one) => one.text === index)
      .map(
        ({ name, version, licence, home }) =>
          `${words.line(name, version, licence)}${home ? `  ${home}` : ''}`,
      )
    return lines.length === 0 ? [] : [`${RULE}\n${lines.join('\n')}\n\n${text}\n`]
  })
  const head = [words.title(product.title, product.version), '', ...words.intro, ''].join('\n')
  return [head, ...blocks].join('\n')
}

/** Plugins of a build. The last bundle, the window's, gets the notices and the SBOM of all bundles. */
export interface NoticesBuild {
  record: (bundle: BundleName) => Plugin
  /**
   * Writes notices and SBOM into the window's files.
   * @param isShipped false for the gallery of the tests, whose tools are in no package
   */
  emit: (isShipped?: boolean) => Plugin
}

export function createNotices(root: string): NoticesBuild {
  const record = createModuleRecord((name) => join(root, 'node_modules', name))
  return {
    record: record.record,
    emit: (isShipped = true) => ({
      name: 'notices',
      enforce: 'post',
      generateBundle() {
        const shipped = isShipped ? decidedList(root, record) : listShipped(root, record).shipped
        const emitText = (path: string, source: string) =>
          this.emitFile({ type: 'asset', fileName: path.slice(1), source })
        emitText(NOTICES_PATH, JSON.stringify(noticesJson(shipped)))
        const epoch = commitEpoch(root)
        for (const edition of EDITIONS) {
          const of = shipped.filter(({ editions }) => editions?.includes(edition) ?? true)
          emitText(
            sbomPath(edition),
            sbomOf({
              product: { ...PRODUCT, description: manifest.description },
              edition,
              shipped: of,
              epoch,
            }),
          )
        }
      },
    }),
  }
}

/**
 * Notices and SBOM of the browser extension, which is a separate product. Returns the files of its package, by name.
 */
export function extensionNotices(
  root: string,
  record: ModuleRecord,
  version: string,
): ReadonlyMap<string, Uint8Array> {
  const shipped = decidedList(root, record, { ...DECISIONS, unbundled: [], added: [] })
  const text = noticesText(noticesJson(shipped), null, { title: `${PRODUCT.title} (extensión)`, version })
  const sbom = sbomOf({
    product: { name: `${PRODUCT.name}-extension`, version, publisher: PRODUCT.publisher },
    edition: 'extension',
    shipped,
    epoch: commitEpoch(root),
  })
  return new Map([
    ['licences/AVISOS.txt', Buffer.from(text)],
    ['licences/sbom.cdx.json', Buffer.from(sbom)],
  ])
}

/** Node in a package. Its version may differ from the Node of the build, because not every platform has the same. */
export interface PackagedNode {
  version: string
  /** Integrity hash of the published package, in the form of a lockfile. */
  integrity?: string
  /** Notices of this Node. Needed if its version differs from the Node of the build. */
  licence?: string
}

/** Name of Node's component (`reviewed.ts`). */
const NODE = 'Node.js'

/** @throws if the notices of this version are missing */
function noticesWithNode({ notices, texts }: Notices, { version, licence }: PackagedNode): Notices {
  const known = notices.find(({ name }) => name === NODE)
  if (!known || known.version === version) return { notices, texts }
  if (licence === undefined) throw new Error(`The notices of ${NODE} ${version} are not there.`)
  return {
    notices: notices.map((notice) => (notice === known ? { ...notice, version } : notice)),
    texts: texts.with(known.text, licence.trim()),
  }
}

interface Bom {
  serialNumber?: string
  components: { name: string; version: string; purl?: string; cpe?: string; hashes?: object[] }[]
}

/** Adds this Node to the SBOM, with the hash of its package. */
function sbomWithNode(sbom: string, { version, integrity }: PackagedNode): string {
  const bom = JSON.parse(sbom) as Bom
  const node = bom.components.find(({ name }) => name === NODE)
  if (!node) return sbom
  const ofIt = (text: string | undefined) => text?.replaceAll(node.version, version)
  const { purl, cpe } = { purl: ofIt(node.purl), cpe: ofIt(node.cpe) }
  Object.assign(node, { version, purl, cpe })
  if (integrity?.startsWith('sha512-')) {
    const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
    node.hashes = [{ alg: 'SHA-512', content }]
  }
  const text = () => `${JSON.stringify(bom)}\n`
  bom.serialNumber = ''
  bom.serialNumber = serialOf(text())
  return text()
}

export interface WriteNoticesOptions {
  /** Built files of the window, as in the package. Their Node is replaced by the package's Node. */
  rendererDir: string
  edition: Edition
  /** Directory `licences/` of the package. */
  outDir: string
  /** Node in the package, if it differs from the build's. */
  node?: PackagedNode
}

/** Writes the notices and the SBOM of a package, from the files of the build. */
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
