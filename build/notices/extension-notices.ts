import { PRODUCT } from '../packages/product.ts'
import { commitEpoch } from '../commit-date.ts'
import type { ModuleRecord } from './module-record.ts'
import { noticesJson, noticesText } from './notices-file.ts'
import { sbomOf } from './sbom.ts'
import { DECISIONS, decidedList } from './shipped.ts'

/** Notices and SBOM of the browser extension, which is a product of its own: files of its package, by name. */
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
