import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Picture decoders of pdfjs-dist, in plain JavaScript: the pages' policy allows no WebAssembly. */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

/**
 * Names of built assets. The library finds its decoders by folder and file name, so that the hash of their contents is
 * in the folder.
 */
export function createAssetFileNames(): (asset: { names: readonly string[] }) => string {
  const hash = createHash('sha256')
  for (const name of DECODERS) hash.update(readFileSync(require.resolve(`pdfjs-dist/wasm/${name}`)))
  const folder = `assets/decoders-${hash.digest('hex').slice(0, 8)}`
  return ({ names }) =>
    names.some((name) => DECODERS.includes(name))
      ? `${folder}/[name][extname]`
      : 'assets/[name]-[hash][extname]'
}
