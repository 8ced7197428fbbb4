import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import { type Effort, writeWhole } from './archive.ts'
import { PRODUCT, type PackagePlatform } from './product.ts'
import { fixTree, stageWebEdition } from './stage.ts'

/** Warnings of lintian that do not apply here, with the reason of each. */
const LINTIAN_OVERRIDES = `# Node.js as its project builds it: with its own zlib, which Debian's is not tested with, and at a fixed address. A new
# version of either comes with a new version of this package.
${PRODUCT.name}: embedded-library zlib [usr/lib/${PRODUCT.name}/versions/*/node]
${PRODUCT.name}: hardening-no-pie [usr/lib/${PRODUCT.name}/versions/*/node]
`

/**
 * Copyright file in the machine-readable format 1.0. The notices of libraries are beside them, in `licences/` of the
 * version.
 */
const copyright = (
  epoch: number,
): string => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${PRODUCT.title}
Upstream-Contact: ${PRODUCT.maintainer}
Source: ${PRODUCT.homepage}

Files: *
Copyright: ${new Date(epoch * 1000).getUTCFullYear()} ${PRODUCT.publisher}
License: proprietary
 All rights reserved. Use is subject to the agreement with ${PRODUCT.publisher}.
Comment:
 Node.js and the libraries in this package keep their own licences, which are
 installed in /usr/lib/${PRODUCT.name}/versions/*/licences.
`

/** @param epoch date of the version */
const changelog = (version: string, epoch: number): string =>
  `${PRODUCT.name} (${debianVersion(version)}) stable; urgency=medium

  * Versión ${version}.

 -- ${PRODUCT.maintainer}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}
`

type DebPlatform = Extract<PackagePlatform, `linux-${string}`>

const debianArchitecture = (platform: DebPlatform): string => (platform === 'linux-x64' ? 'amd64' : 'arm64')

/**
 * Debian sorts `~` before the end of a version. Therefore a pre-release comes before its release, as in our order.
 */
const debianVersion = (version: string): string => version.replace('-', '~')

/**
 * Libraries that the programs link to, in the oldest version that has the symbols (tests/packages compares), and
 * programs called by name. The keychain is a desktop service that some PCs lack. The application reports its absence.
 */
const DEPENDS = [
  'libc6 (>= 2.34)',
  'libgcc-s1 (>= 3.4)',
  'libglib2.0-0 (>= 2.42.0) | libglib2.0-0t64',
  'libsecret-1-0 (>= 0.18)',
  'libstdc++6 (>= 11)',
]
const RECOMMENDS = [
  'chromium | google-chrome-stable | microsoft-edge-stable | www-browser',
  'gnome-keyring | secret-service',
  'xdg-utils',
]

/** @param size installed size in KiB */
const controlFile = (of: { platform: DebPlatform; version: string; size: number }): string =>
  `Package: ${PRODUCT.name}
Version: ${debianVersion(of.version)}
Section: non-free/misc
Priority: optional
Architecture: ${debianArchitecture(of.platform)}
Maintainer: ${PRODUCT.maintainer}
Installed-Size: ${of.size}
Depends: ${DEPENDS.join(', ')}
Recommends: ${RECOMMENDS.join(', ')}
Homepage: ${PRODUCT.homepage}
Description: compañero de la gestoría para matricular y transferir vehículos
 Escribe una matrícula y sabe en un segundo si el vehículo se puede transferir,
 también sin conexión. Abre matriculaciones, transferencias y notificaciones de
 venta paso a paso, con sus documentos y firmas, y avisa de cada cambio.
 .
 Se abre en una ventana propia del navegador instalado. Incluye una
 demostración completa, que no necesita cuenta.
`

/** Desktop files of the installed edition, by their path under `/usr`. */
function desktopFiles(version: string, epoch: number): ReadonlyMap<string, string> {
  return new Map([
    [`share/applications/${PRODUCT.appId}.desktop`, desktopEntry()],
    [`share/metainfo/${PRODUCT.appId}.metainfo.xml`, metainfo(version, epoch)],
  ])
}

/** A link is never read as an option, because it comes after `--`. */
const desktopEntry = (): string => `[Desktop Entry]
Type=Application
Name=${PRODUCT.title}
GenericName=Compañero de la gestoría
Comment=${PRODUCT.summary}
Exec=${PRODUCT.name} -- %u
Icon=${PRODUCT.appId}
Terminal=false
Categories=Office;
Keywords=gestoría;matrícula;transferencia;tráfico;vehículo;
MimeType=x-scheme-handler/${LINK_SCHEME};
Actions=consulta;

[Desktop Action consulta]
Name=Consulta rápida
Exec=${PRODUCT.name} --consulta
`

const metainfo = (version: string, epoch: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${PRODUCT.appId}</id>
  <metadata_license>FSFAP</metadata_license>
  <project_license>LicenseRef-proprietary</project_license>
  <name>${PRODUCT.title}</name>
  <summary>${PRODUCT.summary}</summary>
  <developer_name>${PRODUCT.publisher}</developer_name>
  <description>
    <p>
      Escribe una matrícula y sabe en un segundo si el vehículo se puede transferir, también sin conexión. Abre
      matriculaciones, transferencias y notificaciones de venta paso a paso, con sus documentos y firmas, y avisa de
      cada cambio.
    </p>
    <p>Incluye una demostración completa, que no necesita cuenta.</p>
  </description>
  <launchable type="desktop-id">${PRODUCT.appId}.desktop</launchable>
  <url type="homepage">${PRODUCT.homepage}</url>
  <content_rating type="oars-1.1" />
  <provides>
    <binary>${PRODUCT.name}</binary>
  </provides>
  <releases>
    <release version="${version}" date="${new Date(epoch * 1000).toISOString().slice(0, 10)}" />
  </releases>
</component>
`

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const input = (name: string): string => fileURLToPath(new URL(`linux/${name}`, import.meta.url))

export interface DebOptions {
  platform: DebPlatform
  /** Working directory. Its content is deleted first. */
  workDir: string
  /** Directory of the package. */
  outDir: string
  version?: string
  epoch: number
  effort: Effort
}

/**
 * Makes the Debian package. It has no maintainer scripts: Debian's own triggers read the desktop entry and the icons.
 * dpkg removes every file of the package, and never a user's data.
 * @returns path of the package
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
  // Node writes no time into gzip's header, so the bytes are reproducible.
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

/** Checksums for `dpkg --verify`. */
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

/** Installed size in KiB, as dpkg counts it (deb-substvars(5)): a directory or a link counts as 1 KiB. */
async function installedSize(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile() ? Math.ceil((await readFile(join(entry.parentPath, entry.name))).byteLength / 1024) : 1,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
