import { VERSION } from '#electron/version.ts'
import { buildExtension, unpack } from '../../../build/extension/build-extension.ts'
import { ensureBuilt } from '../../integration/shell/ensure-built.ts'
import { unpacked } from './fixture.ts'

/**
 * Builds the extension for each browser, before the tests of all of them, and the application: one that a native host
 * starts would build what is stale, under the others.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes the default export
export default async function unpackExtension(): Promise<void> {
  await ensureBuilt()
  for (const [target, files] of await buildExtension(VERSION, ['chrome', 'firefox']))
    await unpack(files, unpacked(target === 'firefox' ? 'firefox' : 'chrome'))
}
