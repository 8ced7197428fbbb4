import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, isStale } from '#electron/build-if-stale.ts'
import { allProblems, CHECKED, packOverStandIn, megabytes, sizesOf } from './check/check.ts'

/**
 * `npm run package:check`: packs the Electron edition over a stand-in of Electron, for every system that this PC can
 * pack. Then it checks the result: fuses, archive with its hashes, files beside the archive, and sizes.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const printLine = (line: string) => void process.stdout.write(`${line}\n`)

if (isStale(root) && !(await build(root))) process.exit(1)
let failed = 0
for (const target of CHECKED) {
  const outDir = join(root, 'dist', 'electron', 'check', target.name)
  const application = await packOverStandIn(root, target, outDir)
  const problems = await allProblems(application)
  const { archive, compiled } = sizesOf(application)
  printLine(`\n${target.name}: archive ${megabytes(archive)}, compiled parts ${megabytes(compiled)}`)
  printLine(
    problems.length === 0 ? '  as it should be' : problems.map((problem) => `  ${problem}`).join('\n'),
  )
  failed += problems.length
  await rm(outDir, { recursive: true, force: true })
}
printLine(
  '\nNot here: Electron itself, signatures, and the universal application, which macOS alone joins ' +
    '(build/electron/README.md).',
)
process.exitCode = failed > 0 ? 1 : 0
