import { join } from 'node:path'
import type { Plugin } from 'vite'
import { EDITIONS, NOTICES_PATH, sbomPath } from '#shared/notices/editions.ts'
import manifest from '../../package.json' with { type: 'json' }
import { commitEpoch } from '../commit-date.ts'
import { PRODUCT } from '../packages/product.ts'
import { type BundleName, createModuleRecord } from './module-record.ts'
import { noticesJson } from './notices-file.ts'
import { sbomOf } from './sbom.ts'
import { decidedList, listShipped } from './shipped.ts'

/** Plugins of a build whose last bundle, the window's, gets the notices and the SBOM of all. */
export interface NoticesBuild {
  record: (bundle: BundleName) => Plugin
  /**
   * Puts them among the window's files.
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
        const put = (path: string, source: string) =>
          this.emitFile({ type: 'asset', fileName: path.slice(1), source })
        put(NOTICES_PATH, JSON.stringify(noticesJson(shipped)))
        const epoch = commitEpoch(root)
        for (const edition of EDITIONS) {
          const of = shipped.filter(({ editions }) => editions?.includes(edition) ?? true)
          put(
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
