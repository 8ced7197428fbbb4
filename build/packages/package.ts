import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from '#electron/build-if-stale.ts'
import { commitEpoch } from '../commit-date.ts'
import { PLATFORMS, type PackagePlatform } from './product.ts'
import { webPackages, WEB_TARGETS, type WebTarget } from './web-packages.ts'

/**
 * `npm run package -- --edition=web`: its packages for every platform in `dist/`; `--target=deb,archive,update,windows` and
 * `--platform=linux-x64,…` choose some. `--edition=electron`: those of the Electron edition (build/electron/package.ts).
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    edition: { type: 'string', default: 'web' },
    target: { type: 'string', default: WEB_TARGETS.join(',') },
    platform: { type: 'string', default: PLATFORMS.join(',') },
  },
})
if (values.edition !== 'web' && values.edition !== 'electron') refuse('--edition takes web, electron')

function chosen<T extends string>(option: string, text: string, all: readonly T[]): T[] {
  return text.split(',').map((one) => {
    return all.find((name) => name === one) ?? refuse(`--${option} takes ${all.join(', ')}`)
  })
}
const targets: WebTarget[] = chosen('target', values.target, WEB_TARGETS)
const platforms: PackagePlatform[] = chosen('platform', values.platform, PLATFORMS)

const epoch =
  commitEpoch(root) ?? refuse('no date for the packages: set SOURCE_DATE_EPOCH outside of a git checkout')
// Whatever was there may be of other sources.
if (!(await build(root))) process.exit(1)
const outDir = join(root, 'dist')
if (values.edition === 'electron') {
  const { packageElectron } = await import('../electron/package.ts')
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const made = await packageElectron({ root, outDir: join(outDir, 'electron'), say })
  for (const path of made) say(path.slice(root.length))
  process.exit(made.length > 0 ? 0 : 1)
}
for await (const path of webPackages({
  targets,
  platforms,
  workDir: join(root, 'out', 'packages'),
  outDir,
  epoch,
  effort: 'release',
})) {
  const { size } = await stat(path)
  process.stdout.write(`${path.slice(root.length)}  ${size.toLocaleString('es-ES')} bytes\n`)
}
