import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { closeSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPackageWithOptions, extractAll } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allProblems, CHECKED, packOverStandIn, sizeProblems } from '../../build/electron/check/check.ts'
import {
  applicationProblems,
  filesIn,
  unpackedApplication,
  type UnpackedApplication,
} from '../../build/electron/check/application.ts'
import { fuseProblems, FUSES, setFuses } from '../../build/electron/fuses.ts'
import { makeKeyText } from '../unit/build/made-up-keys.ts'
import { ELECTRON_TARGETS, type TargetName } from '../../build/electron/targets.ts'

const root = process.cwd()
/** The other one of macOS differs in its Electron alone. */
const targets = CHECKED.filter(({ name }) => name !== 'darwin-x64' || process.env['FULL'] === '1')
let own = ''
const packed = new Map<string, UnpackedApplication>()

beforeAll(async () => {
  own = mkdtempSync(join(tmpdir(), 'ventanilla-packed-'))
  for (const target of targets)
    packed.set(target.name, await packOverStandIn(root, target, join(own, target.name)))
})
afterAll(() => rmSync(own, { recursive: true, force: true }))

/** A copy to spoil. */
function copyOf(name: TargetName): UnpackedApplication {
  const whole = packed.get(name)
  if (whole === undefined) throw new Error(`${name} is not packed here`)
  const outDir = mkdtempSync(join(own, 'copy-'))
  cpSync(dirname(whole.directory), outDir, { recursive: true, verbatimSymlinks: true })
  return unpackedApplication(ELECTRON_TARGETS[name], outDir)
}

/** Packs the archive again with something changed in it, and its integrity with it as electron-builder would. */
async function repack(
  application: UnpackedApplication,
  change: (directory: string) => unknown,
  unpack = '**/*.node',
): Promise<void> {
  const directory = mkdtempSync(join(own, 'archive-'))
  extractAll(application.asar, directory)
  await change(directory)
  rmSync(`${application.asar}.unpacked`, { recursive: true })
  await createPackageWithOptions(directory, application.asar, { unpack })
}

const putIn = (path: string, text: string) => async (directory: string) => {
  await mkdir(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), text)
}

test.each(targets.map(({ name }) => name))('%s: nothing is missing, and nothing too much', async (name) => {
  const application = packed.get(name)
  expect(application && (await allProblems(application))).toEqual([])
})

test.each(['linux-x64', 'win32-x64'] as const)('%s: packed again, the bytes are the same', async (name) => {
  const again = await packOverStandIn(root, ELECTRON_TARGETS[name], join(own, `${name}-again`))
  const hashes = ({ directory }: UnpackedApplication) =>
    filesIn(directory).map((path) => [path, hash('sha256', readFileSync(join(directory, path)))])
  expect(hashes(again)).toEqual(hashes(packed.get(name) ?? again))
})

test.runIf(process.env['FULL'] === '1')(
  'the halves of a universal application differ in programs alone',
  () => {
    const [one, other] = (['darwin-arm64', 'darwin-x64'] as const).map((name) => {
      const { directory = '' } = packed.get(name) ?? {}
      return filesIn(directory).map((path) => [path, hash('sha256', readFileSync(join(directory, path)))])
    })
    // Those of the stand-in are alike, too.
    expect(one).toEqual(other)
  },
)

describe('fuses', () => {
  test('each is read back, and one that is the other way is named', async () => {
    const { binary } = copyOf('linux-x64')
    for (const [key, on] of Object.entries(FUSES)) {
      await flipFuses(binary, { version: FuseVersion.V1, [key]: !on })
      expect(await fuseProblems(binary)).toEqual([
        `fuse ${FuseV1Options[Number(key)]} is ${on ? 'DISABLE, and should be ENABLE' : 'ENABLE, and should be DISABLE'}`,
      ])
      await setFuses(binary)
    }
    expect(await fuseProblems(binary)).toEqual([])
  })

  test('on macOS and Windows too', async () => {
    for (const name of ['darwin-arm64', 'win32-x64'] as const) {
      const application = copyOf(name)
      await flipFuses(application.binary, { version: FuseVersion.V1, [FuseV1Options.RunAsNode]: true })
      expect(await applicationProblems(application)).toEqual([
        expect.stringContaining('fuse RunAsNode is ENABLE'),
      ])
    }
  })

  test('an Electron with a fuse that nobody decided is not packed', async () => {
    const { binary } = copyOf('linux-x64')
    const bytes = readFileSync(binary)
    const wire = bytes.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32
    const length = bytes[wire + 1] ?? 0
    bytes[wire + 1] = length + 1
    writeFileSync(binary, Buffer.concat([bytes.subarray(0, wire + 2 + length), Buffer.from('1')]))
    await expect(setFuses(binary)).rejects.toThrow('strictlyRequireAllFuses')
    expect(await applicationProblems({ ...copyOf('linux-x64'), binary })).toEqual([
      `fuse ${length} of this Electron is not decided`,
    ])
  })
})

describe('the archive', () => {
  test('with sources, maps, tests, tools or anything else that is not listed', async () => {
    const application = copyOf('linux-x64')
    const extra = [
      '.env',
      'electron/main.ts',
      'node_modules/keytar/src/main.cc',
      'node_modules/vitest/package.json',
      'out/main/main.js.map',
      'out/main/web.js',
      'package-lock.json',
      'tests/unit/x.test.js',
    ]
    await repack(application, async (directory) => {
      for (const path of extra) await putIn(path, '')(directory)
    })
    const problems = await applicationProblems(application)
    for (const path of extra) expect(problems).toContain(`${path} should not be in the package`)
    expect(problems).toContain('out/main/main.js.map: a source map')
  })

  test('with another platform’s compiled part, or without its own', async () => {
    const application = copyOf('linux-x64')
    await repack(application, (directory) => {
      const at = join(directory, 'node_modules/better-sqlite3-multiple-ciphers/prebuilds')
      renameSync(join(at, 'linux-x64.node'), join(at, 'win32-x64.node'))
    })
    const name = 'node_modules/better-sqlite3-multiple-ciphers/prebuilds/%.node'
    expect(await applicationProblems(application)).toEqual([
      `${name.replace('%', 'linux-x64')} is missing`,
      `${name.replace('%', 'win32-x64')} should not be in the package`,
      `${name.replace('%', 'win32-x64')} should be inside of the archive`,
    ])
  })

  test('with its compiled parts inside, where no system loads them', async () => {
    const application = copyOf('linux-x64')
    await repack(application, putIn('node_modules/keytar/LICENSE', ''), '**/LICENSE')
    expect(await applicationProblems(application)).toContain(
      'node_modules/keytar/prebuilds/linux-x64/keytar.node should be outside of the archive',
    )
  })

  test('with a secret, a reference to a source map or a directory of who made it, in a file', async () => {
    const application = copyOf('linux-x64')
    const kept = {
      'out/main/main.js': ['a private key', `/* ${makeKeyText('pem')} */`],
      'out/main/relay.js': ['a directory of somebody', "'/home/ana/ventanilla'"],
      'out/main/service.js': ['a source map', '//# sourceMappingURL=main.js.map'],
      'out/preload/preload.cjs': ['an API key of the service', makeKeyText('dev_', 32)],
    }
    await repack(application, (directory) => {
      for (const [path, [, text]] of Object.entries(kept))
        appendFileSync(join(directory, path), `\n${text}\n`)
    })
    expect(await applicationProblems(application)).toEqual(
      Object.entries(kept).map(([path, [what]]) => expect.stringContaining(`${path}: ${what}`)),
    )
  })

  test('whose bundles import what is not in it', async () => {
    const application = copyOf('linux-x64')
    await repack(application, (directory) => {
      appendFileSync(join(directory, 'out/main/relay.js'), '\nimport x from "fastify"\n')
      appendFileSync(join(directory, 'out/main/main.js'), '\nconst y = import("./chunks/gone-12345678.js")\n')
    })
    expect(await applicationProblems(application)).toEqual([
      'out/main/main.js imports ./chunks/gone-12345678.js, which is not in the package',
      'out/main/relay.js imports fastify, which is not in the package',
    ])
  })

  test('whose bytes are not those of its header', async () => {
    const application = copyOf('linux-x64')
    const at = readFileSync(application.asar).lastIndexOf('matr')
    const file = openSync(application.asar, 'r+')
    writeSync(file, Buffer.from('MATR'), 0, 4, at)
    closeSync(file)
    expect(await applicationProblems(application)).toEqual([
      expect.stringContaining('is not what the header says'),
    ])
  })

  test.each(['win32-x64', 'darwin-arm64'] as const)('of %s put in the place of another', async (name) => {
    const application = copyOf(name)
    await repack(application, putIn('out/main/chunks/more-12345678.js', ''))
    expect(await applicationProblems(application)).toEqual([
      expect.stringMatching(/^the application keeps [0-9a-f]{64} of its archive, which is /),
    ])
  })
})

describe('beside the archive', () => {
  test('another application that Electron would start, and languages', async () => {
    const application = copyOf('linux-x64')
    writeFileSync(join(application.resources, 'default_app.asar'), '')
    writeFileSync(join(application.directory, 'locales', 'fr.pak'), '')
    expect(await applicationProblems(application)).toEqual([
      'default_app.asar should not be among the resources',
      'locales/fr.pak should not be in the application',
      'resources/default_app.asar should not be in the application',
    ])
  })

  test('a native host that cannot be started', async () => {
    const application = copyOf('linux-x64')
    const host = join(application.resources, 'native-host')
    chmodSync(join(host, 'node'), 0o644)
    renameSync(join(host, 'native-host.cjs'), join(host, 'web.js'))
    expect(await applicationProblems(application)).toEqual([
      'the native host has no native-host.cjs',
      'web.js should not be beside the native host',
      'the native host’s Node cannot be run',
    ])
  })

  test('more bytes than are allowed', async () => {
    const application = copyOf('linux-x64')
    appendFileSync(application.asar, Buffer.alloc(3_000_000))
    expect(sizeProblems(application)).toEqual([
      expect.stringMatching(/^the archive: 1\d\.\d\d MB, and at most 14/),
    ])
  })
})
