import { VERSION } from '#electron/version.ts'
import { buildExtension, unpack } from '../../../build/extension/build-extension.ts'
import { unpacked } from './fixture.ts'

/** Builds the extension for each browser, before the tests of all of them. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes the default export
export default async function unpackExtension(): Promise<void> {
  for (const [target, files] of await buildExtension(VERSION, ['chrome', 'firefox']))
    await unpack(files, unpacked(target === 'firefox' ? 'firefox' : 'chrome'))
}
