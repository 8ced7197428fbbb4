import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { TARGETS } from '../../extension/manifest.ts'
import { buildExtension, unpack } from './build-extension.ts'
import { packed } from '../packages/archive.ts'

/**
 * `npm run package:extension`: writes a package for each store to `dist/extension/`. Writes the unpacked package to
 * `out/extension/`, so that a developer can load it.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string }

await mkdir(`${root}/dist/extension`, { recursive: true })
for (const [target, files] of await buildExtension(version, TARGETS)) {
  const bytes = packed(files)
  const path = `dist/extension/ventanilla-${target}-${version}.zip`
  await writeFile(`${root}/${path}`, bytes)
  await unpack(files, `${root}/out/extension/${target}`)
  process.stdout.write(`${path}  ${bytes.length.toLocaleString('es-ES')} bytes\n`)
}
