import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Effort, writeWhole } from './archive.ts'
import { fixTree } from './fixed-tree.ts'
import { controlFile, debianArchitecture, debianVersion, type DebPlatform } from './linux/control.ts'
import { changelog, copyright, LINTIAN_OVERRIDES } from './linux/debian-texts.ts'
import { desktopFiles } from './linux/desktop-files.ts'
import { PRODUCT } from './product.ts'
import { stageWebEdition } from './stage.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const input = (name: string): string => fileURLToPath(new URL(`linux/${name}`, import.meta.url))

export interface DebOptions {
  platform: DebPlatform
  /** Working directory; emptied before. */
  workDir: string
  /** Directory of the package. */
  outDir: string
  version?: string
  epoch: number
  effort: Effort
}

/**
 * Makes the Debian package. It has no maintainer scripts: Debian's own triggers read the desktop entry and the icons,
 * and nothing of it is outside of what dpkg removes, least of all a user's data.
 * @returns its path
 */
export async function makeDeb(options: DebOptions): Promise<string> {
  const { platform, workDir, outDir, version = PRODUCT.version, epoch, effort } = options
  await rm(workDir, { recursive: true, force: true })
  const inUsr = (path: string) => join(workDir, 'usr', path)
  const installation = inUsr(`lib/${PRODUCT.name}`)
  await stageWebEdition({ platform, package: 'deb', outDir: installation, version, epoch })

  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await mkdir(inUsr('bin'), { recursive: true })
  await symlink(`../lib/${PRODUCT.name}/${PRODUCT.name}`, inUsr(`bin/${PRODUCT.name}`))
  for (const [path, text] of desktopFiles(version, epoch)) await write(inUsr(path), text)
  await placeIcons(inUsr('share/icons/hicolor'))
  await write(inUsr(`lib/systemd/user/${PRODUCT.name}.service`), await readFile(input('ventanilla.service')))
  // Node writes no time in gzip's header.
  const compressed = (text: string | Uint8Array) => gzipSync(text, { level: 9 })
  const manual = async (name: string) => compressed(await readFile(input(name)))
  await write(inUsr(`share/man/man1/${PRODUCT.name}.1.gz`), await manual('ventanilla.1'))
  await write(inUsr(`share/man/es/man1/${PRODUCT.name}.1.gz`), await manual('ventanilla.es.1'))
  const doc = `share/doc/${PRODUCT.name}`
  await write(inUsr(`${doc}/copyright`), copyright(epoch))
  await write(inUsr(`${doc}/changelog.gz`), compressed(changelog(version, epoch)))
  await write(inUsr(`share/lintian/overrides/${PRODUCT.name}`), LINTIAN_OVERRIDES)

  const size = await installedSize(join(workDir, 'usr'))
  await write(join(workDir, 'DEBIAN', 'control'), controlFile({ platform, version, size }))
  await write(join(workDir, 'DEBIAN', 'md5sums'), await checksums(workDir))
  const programs = [PRODUCT.name, `versions/${version}/node`].map((name) => `usr/lib/${PRODUCT.name}/${name}`)
  await fixTree(workDir, epoch, (path) => programs.includes(path))

  const file = join(outDir, `${PRODUCT.name}_${debianVersion(version)}_${debianArchitecture(platform)}.deb`)
  const compression = effort === 'release' ? ['-Zxz', '-z9', '-Sextreme'] : ['-Znone']
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  await writeWhole(file, async (draft) => {
    await run('dpkg-deb', ['--root-owner-group', ...compression, '--build', workDir, draft], { env })
  })
  return file
}

async function placeIcons(hicolor: string): Promise<void> {
  const place = async (size: string, from: string, ending: string) => {
    const directory = join(hicolor, size, 'apps')
    await mkdir(directory, { recursive: true })
    await copyFile(join(root, from), join(directory, `${PRODUCT.appId}.${ending}`))
  }
  for (const name of await readdir(join(root, 'build/icons/png')))
    await place(name.replace(/\.png$/, ''), `build/icons/png/${name}`, 'png')
  await place('scalable', 'renderer/public/icon.svg', 'svg')
}

/** For `dpkg --verify`. */
async function checksums(directory: string): Promise<string> {
  const entries = await readdir(join(directory, 'usr'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const lines = []
  for (const path of paths.toSorted())
    lines.push(
      `${createHash('md5')
        .update(await readFile(path))
        .digest('hex')}  ${path.slice(directory.length + 1)}\n`,
    )
  return lines.join('')
}

/** In KiB, as dpkg counts it (deb-substvars(5)): a directory or a link is one. */
async function installedSize(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile() ? Math.ceil((await readFile(join(entry.parentPath, entry.name))).byteLength / 1024) : 1,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
