import type { Notices } from '#shared/notices/notices.ts'
import { serialOf } from './sbom.ts'

/** Node of a package, which may be of another version than that of the build: not every platform has the same. */
export interface PackagedNode {
  version: string
  /** Of its package as published, as in a lockfile. */
  integrity?: string
  /** Its notices; needed for another version than that of the build. */
  licence?: string
}

/** Name of its component (`reviewed.ts`). */
const NODE = 'Node.js'

/** @throws if the notices of this version are not there */
export function noticesWithNode({ notices, texts }: Notices, { version, licence }: PackagedNode): Notices {
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

/** The same SBOM with this Node in it, and the hash of its package. */
export function sbomWithNode(sbom: string, { version, integrity }: PackagedNode): string {
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
