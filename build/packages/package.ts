import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '#electron/build-if-stale.ts'
import { parseCommandLine, requestedText, UsageError } from '#shared/server/options.ts'
import { ensureTools } from '../with-tools.ts'
import { commitEpoch, PLATFORMS } from './product.ts'
import { missingTools, webPackages, WEB_TARGETS } from './web-packages.ts'

/**
 * `npm run package -- --edition=web`: makes the packages of the lightweight edition in `dist/`, by default all for
 * every platform. `--target=deb,archive,update,windows` and `--platform=linux-x64,…` choose some.
 *
 * `--edition=electron`: makes the packages of the Electron edition (build/electron/package.ts).
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const printLine = (line: string) => void process.stdout.write(`${line}\n`)

const USAGE = `npm run package -- [options]

  --edition=web         or electron
  --target=${WEB_TARGETS.join(',')}
  --platform=${PLATFORMS.join(',')}

--target and --platform are for the web edition: without them, every package for every platform.
`

function readOptions() {
  const { values } = parseCommandLine({
    options: {
      edition: { type: 'string', default: 'web' },
      target: { type: 'string', default: WEB_TARGETS.join(',') },
      platform: { type: 'string', default: PLATFORMS.join(',') },
    },
  })
  return {
    edition: chosen('edition', values.edition, ['web', 'electron'])[0],
    targets: chosen('target', values.target, WEB_TARGETS),
    platforms: chosen('platform', values.platform, PLATFORMS),
  }
}

function chosen<T extends string>(option: string, text: string, all: readonly T[]): T[] {
  return text.split(',').map((one) => {
    const found = all.find((name) => name === one)
    if (found === undefined) throw new UsageError(`--${option} takes ${all.join(', ')}`)
    return found
  })
}

async function main(): Promise<boolean> {
  const text = requestedText(process.argv.slice(2), 'ventanilla', USAGE)
  if (text !== null) {
    process.stdout.write(text)
    return true
  }
  const { edition, targets, platforms } = readOptions()
  const missing = edition === 'web' ? missingTools(targets, platforms) : []
  if (missing.length > 0)
    throw new UsageError(
      `these packages cannot be made here: install ${missing.join(', ')}, or choose others with --platform and --target`,
    )
  const epoch = commitEpoch(root)
  if (epoch === null)
    throw new UsageError('no date for the packages: set SOURCE_DATE_EPOCH outside of a git checkout')
  // An earlier build may come from older sources.
  if (!(await build(root))) return false
  const outDir = join(root, 'dist')
  if (edition === 'electron') {
    const noTools = await ensureTools()
    if (noTools !== null) throw new Error(noTools)
    const { packageElectron } = await import('../electron/package.ts')
    const made = await packageElectron({ root, outDir: join(outDir, 'electron'), printLine })
    for (const path of made) printLine(path.slice(root.length))
    return made.length > 0
  }
  const workDir = join(root, 'out', 'packages')
  for await (const path of webPackages({ targets, platforms, workDir, outDir, epoch, effort: 'release' })) {
    const { size } = await stat(path)
    printLine(`${path.slice(root.length)}  ${size.toLocaleString('es-ES')} bytes`)
  }
  return true
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
